import type { ReactNode } from "react";
import { commas } from "../../../rules/format";
import { Status, type StatusKind } from "./status";

/** What became of a part of the work; the paint says how it is drawn. */
export type ProgressPart = {
  label: string;
  count: number;
  note?: string;
  paint: "done" | "going" | "bad" | "warn" | "waiting";
};

const fills = {
  done: "fill-chart-1",
  going: "fill-chart-2",
  bad: "fill-bad",
  warn: "fill-chart-3",
  waiting: "fill-raised",
};

const squares = {
  done: "bg-chart-1",
  going: "bg-chart-2",
  bad: "bg-bad",
  warn: "bg-chart-3",
  waiting: "border border-field bg-raised",
};

/** One amount. Drawn as SVG, so that its width needs no style attribute (which a strict content policy refuses). */
export function Bar({
  value,
  max,
  label,
  className = "",
}: {
  value: number;
  max: number;
  label: string;
  className?: string;
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <svg
      className={`bar ${className}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      focusable="false"
    >
      <rect width={`${share * 100}%`} height="100%" className="fill-brand" />
    </svg>
  );
}

function Segments({ parts, total, label }: { parts: readonly ProgressPart[]; total: number; label: string }) {
  const drawn = parts.filter((part) => part.paint !== "waiting" && part.count > 0);
  const done = drawn.reduce((sum, part) => sum + part.count, 0);
  let before = 0;
  return (
    <svg
      className="bar mt-4 h-3 rounded-sm"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${total > 0 ? Math.floor((done / total) * 100) : 0} percent, ${commas(done)} of ${commas(total)}`}
      focusable="false"
    >
      {drawn.map((part, index) => {
        const start = total > 0 ? (before / total) * 100 : 0;
        before += part.count;
        const width = total > 0 ? (part.count / total) * 100 : 0;
        return (
          <g key={part.label}>
            <rect x={`${start}%`} width={`${width}%`} height="100%" className={fills[part.paint]} />
            {index > 0 && <rect x={`${start}%`} width="2" height="100%" className="fill-surface" />}
          </g>
        );
      })}
    </svg>
  );
}

type ProgressProps = {
  status: { kind: StatusKind; word: string };
  parts: readonly ProgressPart[];
  total: number;
  /** "sent", "imported": what has happened to those counted as done. */
  verb: string;
  /** "1 min 21 s left", and when that is: "ends about 9:41:40 am". */
  left?: string;
  ends?: string;
  /** Beside the counts: the rate beside its limit. */
  children?: ReactNode;
};

/** Long work in one bar, with the legend as the counts by outcome. */
export function Progress({ status, parts, total, verb, left, ends, children }: ProgressProps) {
  const done = parts.reduce((sum, part) => sum + (part.paint === "waiting" ? 0 : part.count), 0);
  return (
    <section className="card p-5 max-md:p-4" aria-label="Progress">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <b className="font-medium">
          <Status kind={status.kind}>{status.word}</Status>
        </b>
        <p className="num text-2xl font-semibold tracking-[-0.02em] max-md:w-full md:ml-2">
          {commas(done)}{" "}
          <span className="text-lg font-normal tracking-normal text-quiet">
            of {commas(total)} {verb}
          </span>
        </p>
        {left && (
          <p className="num text-quiet md:ml-auto">
            <b className="font-medium text-ink">{left}</b>
            {ends && `, ${ends}`}
          </p>
        )}
      </div>
      <Segments parts={parts} total={total} label={`${commas(done)} of ${commas(total)} ${verb}`} />
      <dl className="mt-4 grid gap-x-6 gap-y-4 max-md:grid-cols-2 md:auto-cols-fr md:grid-flow-col">
        {parts.map((part) => (
          <div key={part.label}>
            <dt className="flex items-center gap-2 text-sm text-quiet">
              <i className={`size-2 rounded-[2px] ${squares[part.paint]}`} aria-hidden="true" />
              {part.label}
            </dt>
            <dd className="num mt-0.5 text-xl font-semibold">{commas(part.count)}</dd>
            {part.note && <dd className="num text-xs text-quiet">{part.note}</dd>}
          </div>
        ))}
        {children}
      </dl>
    </section>
  );
}

/** A figure beside the counts that is no part of the bar, such as the rate. */
export function ProgressFigure({
  label,
  value,
  unit,
  note,
}: {
  label: string;
  value: string;
  unit?: string;
  note?: string;
}) {
  return (
    <div>
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="num mt-0.5 text-xl font-semibold">
        {value} {unit && <span className="text-sm font-normal text-quiet">{unit}</span>}
      </dd>
      {note && <dd className="num text-xs text-quiet">{note}</dd>}
    </div>
  );
}
