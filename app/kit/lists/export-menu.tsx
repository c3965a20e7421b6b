import { useLocation } from "@remix-run/react";
import { Download } from "lucide-react";
import { useRef } from "react";
import { useDismissable } from "../ui/use-dismissable";

const files = [
  ["csv", "CSV"],
  ["xlsx", "Excel"],
  ["json", "JSON"],
] as const;

/** The same list as a file, whole and without pages. */
export function ExportMenu({ path }: { path: string }) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { search } = useLocation();
  useDismissable(ref);
  return (
    <details className="pop pop-end ml-auto shrink-0" ref={ref}>
      <summary className="btn">
        <Download size={16} strokeWidth={1.75} aria-hidden="true" />
        Export
      </summary>
      <div className="menu">
        {files.map(([ending, label]) => (
          <a key={ending} href={`${path}.${ending}${search}`} download>
            Export {label}
          </a>
        ))}
      </div>
    </details>
  );
}
