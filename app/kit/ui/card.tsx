import type { ReactNode } from "react";

type CardProps = {
  /** The name of the section for those who do not see it. */
  label?: string;
  /** Takes what is left of the window from 768 px; must be a direct child of the page. */
  fill?: boolean;
  /** 16 px inside; off for tables. */
  padded?: boolean;
  className?: string;
  children: ReactNode;
};

/** The white surface where the work is. */
export function Card({ label, fill, padded, className = "", children }: CardProps) {
  const names = `card ${fill ? "card-fill overflow-hidden" : ""} ${padded ? "p-4" : ""} ${className}`;
  if (label === undefined) return <div className={names}>{children}</div>;
  return (
    <section className={names} aria-label={label}>
      {children}
    </section>
  );
}

/** The line at the top of a card: a title, or how many there are, and what can be done with all of them. */
export function CardHead({
  title,
  count,
  unit,
  children,
}: {
  title?: ReactNode;
  count?: string;
  unit?: string;
  children?: ReactNode;
}) {
  return (
    <div className="card-head">
      {title && <h2>{title}</h2>}
      {count !== undefined && (
        <p className="text-sm">
          <b className="num font-semibold">{count}</b> {unit}
        </p>
      )}
      {children && <div className="ml-auto flex items-center gap-2">{children}</div>}
    </div>
  );
}
