import { Store } from "lucide-react";
import { href } from "../href";
import { Button } from "../kit/ui/button";
import type { WorkingFor } from "./delegation.server";

/** On every page of a child account that somebody works in for its parent: where they are, and the way back. */
export function WorkingBanner({ child, parent, ends }: WorkingFor) {
  return (
    <section className="working" aria-label="Work in a child account">
      <Store size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        You are working in <b className="font-semibold">{child}</b> for {parent}{" "}
        <span className="whitespace-nowrap">· ends at {ends}</span>
      </p>
      {/* A whole new page: nothing of this account stays in the browser. */}
      <form method="post" action={href("/reseller/delegation")}>
        <Button name="intent" value="stop">
          Stop
        </Button>
      </form>
    </section>
  );
}
