import { Bar } from "@nivo/bar";
import { ChartTip, type DrawingProps, labelled, margin, paintOf, short, theme, ticks } from "./chart";

/** The bars alone. Only bar-chart.tsx asks for this file: it brings the drawing program along. */
export default function BarDrawing({ chart, grouped = false, width, height, live }: DrawingProps) {
  const data = chart.places.map((place, index) => {
    const row: Record<string, string | number> = { place };
    for (const { label, values } of chart.series) row[label] = values[index] ?? 0;
    return row;
  });
  const heights = chart.places.map((_, at) => chart.series.map(({ values }) => values[at] ?? 0));
  const steps = ticks(grouped ? heights.flat() : heights.map((stack) => stack.reduce((sum, one) => sum + one, 0)));
  return (
    <Bar
      data={data}
      keys={chart.series.map(({ label }) => label)}
      indexBy="place"
      groupMode={grouped ? "grouped" : "stacked"}
      width={width}
      height={height}
      margin={margin}
      valueScale={{ type: "linear", nice: 4 }}
      padding={0.45}
      theme={theme}
      colors={chart.series.map((series, index) => paintOf(series, index) ?? "")}
      borderWidth={1}
      borderColor="var(--surface)"
      enableLabel={false}
      gridYValues={steps}
      axisLeft={{
        tickValues: steps,
        tickSize: 0,
        tickPadding: 8,
        format: short,
        legend: chart.yLabel,
        legendPosition: "middle",
        legendOffset: -46,
      }}
      axisBottom={{
        tickValues: labelled(chart.places, width),
        tickSize: 0,
        tickPadding: 8,
        legend: chart.xLabel,
        legendPosition: "middle",
        legendOffset: 36,
      }}
      tooltip={({ indexValue }) => <ChartTip chart={chart} place={String(indexValue)} />}
      animate={false}
      isInteractive={live}
      role="img"
      ariaLabel={`${chart.title}. The table below lists the numbers.`}
    />
  );
}
