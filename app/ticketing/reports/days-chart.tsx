import type { Query } from "../../href";
import { CountChart } from "../../kit/ui/count-chart";
import { Link } from "../../kit/ui/link";

type What = "created" | "resolved" | "breached";
const whatWords: Record<What, string> = { created: "Opened", resolved: "Resolved", breached: "Missed a target" };

type DaysChartProps = {
  title: string;
  xLabel: string;
  /** Days or weeks: the local dates of each, and how many tickets were opened, resolved and late in it. */
  spans: readonly { name: string; start: string; end: string; counts: Partial<Record<What, number>> }[];
  /** The list with the tickets of a count; undefined where it can't be had. */
  lead(query: Query): string | undefined;
};

/** Tickets over time, and below it each figure as the way to its tickets. */
export function DaysChart({ title, xLabel, spans, lead }: DaysChartProps) {
  const kinds = Object.keys(spans[0]?.counts ?? {}) as What[];
  return (
    <div className="grid min-w-0 gap-2">
      <CountChart
        title={title}
        yLabel="Tickets"
        xLabel={xLabel}
        places={spans.map(({ name }) => name)}
        series={kinds.map((kind) => ({ label: whatWords[kind], values: spans.map(({ counts }) => counts[kind] ?? 0) }))}
      />
      <details className="text-sm">
        <summary className="link w-fit py-1">Tickets by period</summary>
        <ul className="mt-1 grid gap-x-4 sm:grid-cols-2">
          {spans.map(({ name, start, end, counts }) => (
            <li key={start} className="flex flex-wrap gap-x-3 py-0.5">
              <span className="num w-12 text-quiet">{name}</span>
              {kinds.map((kind) => {
                const count = counts[kind] ?? 0;
                const to = count > 0 ? lead({ date_filter: kind, start, end }) : undefined;
                const words = `${whatWords[kind].toLowerCase()} ${count.toLocaleString("en-KE")}`;
                return to ? (
                  <Link key={kind} className="link" to={to}>
                    {words}
                    <span className="sr-only">, {name}</span>
                  </Link>
                ) : (
                  <span key={kind} className="text-quiet">
                    {words}
                  </span>
                );
              })}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
