import type { ReactNode } from "react";

export type BadgeKind = "plain" | "good" | "info" | "warn" | "bad" | "brand";

/** A count, or a change in words ("6.2% up"); for a state use Status. */
export function Badge({
  kind = "plain",
  className = "",
  children,
}: {
  kind?: BadgeKind;
  className?: string;
  children: ReactNode;
}) {
  return <span className={`badge num ${kind === "plain" ? "" : `badge-${kind}`} ${className}`}>{children}</span>;
}
