import { Fragment, type ReactNode } from "react";
import { Link } from "./link";

export type KeyValue = { label: string; value: ReactNode; strong?: boolean; rule?: boolean };

/** Names at the left, figures at the right: the parts of a sum, the total strong (`rule`: a line above it). */
export function KeyValues({ rows }: { rows: readonly KeyValue[] }) {
  return (
    <dl className="kv">
      {rows.map(({ label, value, strong, rule }) => (
        <Fragment key={label}>
          {rule && <div className="rule" aria-hidden="true" />}
          <div className="contents">
            <dt className={strong ? "strong" : undefined}>{label}</dt>
            <dd className={strong ? "strong" : undefined}>{value}</dd>
          </div>
        </Fragment>
      ))}
    </dl>
  );
}

export type Fact = { label: string; value: ReactNode; note?: ReactNode; change?: string };

/** What was answered, each with a Change link: the confirm step, and details that can be read. */
export function DescriptionList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="card divide-y divide-line">
      {facts.map(({ label, value, note, change }) => (
        <div
          key={label}
          className="grid gap-x-4 gap-y-0.5 px-5 py-3 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 md:grid-cols-[160px_minmax(0,1fr)_auto]"
        >
          <dt className="text-quiet">{label}</dt>
          <dd className="min-w-0 whitespace-pre-wrap wrap-anywhere max-md:order-3 max-md:col-span-2">
            {value}
            {note && <div className="num text-sm text-quiet">{note}</div>}
          </dd>
          {change && (
            <dd>
              <Link className="link inline-block min-h-6 text-sm" to={change}>
                Change<span className="sr-only"> {label}</span>
              </Link>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
