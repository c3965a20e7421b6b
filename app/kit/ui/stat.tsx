import type { LucideIcon } from "lucide-react";
import { Badge, type BadgeKind } from "./badge";
import { Link } from "./link";

export type StatProps = {
  label: string;
  /** Already written as people read it: "1,204", "KES 976.80". */
  value: string;
  unit?: string;
  note?: string;
  icon?: LucideIcon;
  change?: { kind: BadgeKind; text: string };
  /** Bad news: the number is red. */
  late?: boolean;
  to?: string;
};

/** One number on a card of its own; the whole card is the link. */
export function Stat({ label, value, unit, note, icon: Icon, change, late, to }: StatProps) {
  const face = (
    <>
      <span className="flex min-h-[22px] items-center gap-2 text-sm font-medium">
        {Icon && <Icon size={16} strokeWidth={1.75} className="text-quiet" aria-hidden="true" />}
        {label}
      </span>
      <span
        className={`num mt-2 block text-xl font-semibold tracking-[-0.01em] max-sm:text-lg ${late ? "text-bad" : ""}`}
      >
        {value}
        {unit && <span className="text-sm font-normal tracking-normal text-quiet max-sm:block"> {unit}</span>}
      </span>
      {note && <span className="num mt-0.5 block text-sm text-quiet">{note}</span>}
      {change && (
        <Badge kind={change.kind} className="max-sm:mt-2 sm:absolute sm:top-4 sm:right-4">
          {change.text}
        </Badge>
      )}
    </>
  );
  const names = "card relative block p-4 max-sm:p-3";
  if (to === undefined) return <div className={names}>{face}</div>;
  return (
    <Link to={to} className={`${names} hover:border-field`}>
      {face}
    </Link>
  );
}

/** Numbers that belong together, in one card: the sums before the click. */
export function StatStrip({ label, stats }: { label: string; stats: readonly StatProps[] }) {
  return (
    <section
      className="card grid divide-line max-md:divide-y md:auto-cols-fr md:grid-flow-col md:divide-x"
      aria-label={label}
    >
      {stats.map((stat) => (
        <div key={stat.label} className="px-5 py-4 max-md:grid max-md:grid-cols-2 max-md:px-4 max-md:py-3">
          <p className="text-xs text-quiet max-md:self-center max-md:text-sm">{stat.label}</p>
          <p className="num mt-0.5 text-xl font-semibold tracking-[-0.01em] max-md:mt-0 max-md:text-right max-md:text-base">
            {stat.value}
          </p>
          {stat.note && (
            <p className="num text-sm text-quiet max-md:col-span-2 max-md:text-right max-md:text-xs">{stat.note}</p>
          )}
        </div>
      ))}
    </section>
  );
}
