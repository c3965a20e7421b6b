import { Bar } from "@nivo/bar";
import { ChartTip, type DrawingProps } from "./chart";
import { drawingProps, ticks } from "./chart-axes";

/** The bars alone. Only bar-chart.tsx asks for this file: it brings the drawing program along. */
export default function BarDrawing(drawing: DrawingProps) {
  const { chart, grouped = false } = drawing;
  const data = chart.places.map((place, index) => {
    const row: Record<string, string | number> = { place };
    for (const { label, values } of chart.series) row[label] = values[index] ?? 0;
    return row;
  });
  const heights = chart.places.map((_, at) => chart.series.map(({ values }) => values[at] ?? 0));
  const steps = ticks(grouped ? heights.flat() : heights.map((stack) => stack.reduce((sum, one) => sum + one, 0)));
  return (
    <Bar
      {...drawingProps(drawing, steps)}
      data={data}
      keys={chart.series.map(({ label }) => label)}
      indexBy="place"
      groupMode={grouped ? "grouped" : "stacked"}
      valueScale={{ type: "linear", nice: 4 }}
      padding={0.45}
      borderWidth={1}
      borderColor="var(--surface)"
      enableLabel={false}
      tooltip={({ indexValue }) => <ChartTip chart={chart} place={String(indexValue)} />}
    />
  );
}
