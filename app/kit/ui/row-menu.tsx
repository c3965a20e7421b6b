import { Ellipsis } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useDismissable } from "./use-dismissable";

/** Three dots at the end of a row, and what can be done with it: links, and buttons in forms, one under the other. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLDetailsElement>(null);
  useDismissable(ref);
  return (
    <details className="pop pop-free" name="row-menu" ref={ref}>
      <summary className="more" aria-label={label} title={label}>
        <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      <div className="menu">{children}</div>
    </details>
  );
}
