import { ArrowRight } from "lucide-react";
import { href } from "../href";
import { LinkButton } from "./ui/button";
import type { Task } from "./ui/checklist";

/** The way on after something was done: the next first step, or the dashboard when there is none. */
export function NextStep({ next }: { next: Task | null }) {
  return next ? (
    <>
      <LinkButton to={next.to} kind="main" lg icon={ArrowRight}>
        {`Next: ${next.label}`}
      </LinkButton>
      <LinkButton to={href("/dashboard")} lg>
        All first steps
      </LinkButton>
    </>
  ) : (
    <LinkButton to={href("/dashboard")} kind="main" lg>
      Go to the dashboard
    </LinkButton>
  );
}
