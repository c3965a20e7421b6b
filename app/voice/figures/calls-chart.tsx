import type { FigureRow } from "../../../services/voice/contract.reports";
import { BarChart } from "../../kit/ui/bar-chart";

/** Answered and abandoned callers over days or the time of day. */
export function CallsChart({ title, xLabel, rows }: { title: string; xLabel: string; rows: readonly FigureRow[] }) {
  return (
    <BarChart
      title={title}
      yLabel="Callers"
      xLabel={xLabel}
      places={rows.map(({ label }) => label)}
      series={[
        { label: "Answered", values: rows.map(({ sums }) => sums.answered) },
        { label: "Abandoned", values: rows.map(({ sums }) => sums.abandoned) },
      ]}
    />
  );
}
