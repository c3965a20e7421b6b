import { ArrowRight } from "lucide-react";
import { href } from "../href";
import { LinkButton } from "./ui/button";
import type { Task } from "./ui/checklist";

/** The way on after something was done: the next first step, or the dashboard when there is none. */
export function NextStep({ next }: { next: Task | null }) {
  return next ? (
    <>
      <LinkButton to={next.to} variant="primary" size="lg" icon={ArrowRight}>
        {`Next: ${next.label}`}
      </LinkButton>
      <LinkButton to={href("/dashboard")} size="lg">
        All first steps
      </LinkButton>
    </>
  ) : (
    <LinkButton to={href("/dashboard")} variant="primary" size="lg">
      Go to the dashboard
    </LinkButton>
  );
}
