import { CircleOff, FileText, type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";

type EmptyProps = {
  /** empty: nothing there yet; filtered: the filters leave nothing; failed: it could not be read. */
  kind?: "empty" | "filtered" | "failed";
  title: string;
  /** What this is and why there is nothing; after a failure: what was kept. */
  text: ReactNode;
  icon?: LucideIcon;
  /** What support needs to find the failure. */
  reference?: string;
  /** One or two buttons: the one thing to do. */
  actions?: ReactNode;
};

const icons = { empty: FileText, filtered: SearchX, failed: CircleOff };

/** In the place of content that is not there. */
export function EmptyState({ kind = "empty", title, text, icon, reference, actions }: EmptyProps) {
  const Icon = icon ?? icons[kind];
  return (
    <div className="max-w-[460px] px-6 py-10 max-md:px-4 max-md:py-8" role={kind === "failed" ? "alert" : undefined}>
      <span className={`tile mb-3 ${kind === "failed" ? "bg-bad-soft text-bad" : ""}`}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mt-1 text-quiet">{text}</p>
      {reference && (
        <p className="mt-2 text-xs text-quiet">
          Reference <span className="num">{reference}</span>
        </p>
      )}
      {actions && <div className="mt-4 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
