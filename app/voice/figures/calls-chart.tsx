import { axisDate } from "../../../rules/format";
import type { FigureRow } from "../../../services/voice/contract.reports";
import { BarChart } from "../../kit/ui/bar-chart";
import { chartRows } from "./chart-rows";

type CallsChartProps = { title: string; xLabel: string; rows: readonly FigureRow[] };

/** A day as an axis names it; an hour as it is. */
const placeNames = (rows: readonly FigureRow[]) =>
  rows.map(({ label }) => (/^\d{4}-\d\d-\d\d$/.test(label) ? axisDate(label) : label));

/** Answered and abandoned callers over days or the time of day. */
export function CallsChart({ title, xLabel, rows: found }: CallsChartProps) {
  const rows = chartRows(found);
  return (
    <BarChart
      title={title}
      yLabel="Callers"
      xLabel={xLabel}
      places={placeNames(rows)}
      series={[
        { label: "Answered", values: rows.map(({ sums }) => sums.answered) },
        { label: "Abandoned", values: rows.map(({ sums }) => sums.abandoned) },
      ]}
    />
  );
}

/** Calls out that were answered, and those that were not. */
export function CallsOutChart({ title, xLabel, rows: found }: CallsChartProps) {
  const rows = chartRows(found);
  return (
    <BarChart
      title={title}
      yLabel="Calls out"
      xLabel={xLabel}
      places={placeNames(rows)}
      series={[
        { label: "Answered", values: rows.map(({ sums }) => sums.connects) },
        { label: "Not answered", values: rows.map(({ sums }) => sums.attempts - sums.connects) },
      ]}
    />
  );
}
