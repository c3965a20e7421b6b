import { Line, type LineCustomSvgLayerProps } from "@nivo/line";
import { ChartTip, type DrawingProps, dashes, labelled, margin, palette, short, theme, ticks } from "./chart";

type Drawn = { id: string; data: { x: string; y: number | null }[] };

/** nivo draws every line solid; ours differ by dashes as well as by colour, and end in a dot. */
function Lines({ series, lineGenerator, xScale, yScale }: LineCustomSvgLayerProps<Drawn>) {
  return series.map(({ id, data }, index) => {
    const points = data.map((datum) => datum.position);
    const last = data.findLast((datum) => datum.data.y !== null)?.data;
    return (
      <g key={id}>
        <path
          d={lineGenerator(points) ?? undefined}
          fill="none"
          stroke={palette[index]}
          strokeWidth={2}
          strokeDasharray={dashes[index]}
          strokeLinejoin="round"
        />
        {last && <circle cx={xScale(last.x)} cy={yScale(last.y)} r={4} fill={palette[index]} />}
      </g>
    );
  });
}

/** The lines alone. Only line-chart.tsx asks for this file: it brings the drawing program along. */
export default function LineDrawing({ chart, width, height, live }: DrawingProps) {
  const data: Drawn[] = chart.series.map(({ label, values }) => ({
    id: label,
    data: chart.places.map((x, index) => ({ x, y: values[index] ?? null })),
  }));
  const steps = ticks(chart.series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <Line
      data={data}
      width={width}
      height={height}
      margin={margin}
      theme={theme}
      colors={palette}
      xScale={{ type: "point" }}
      yScale={{ type: "linear", min: 0, max: "auto", nice: 4 }}
      curve="linear"
      layers={["grid", "axes", Lines, "slices"]}
      enableGridX={false}
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
      animate={false}
      isInteractive={live}
      enableSlices="x"
      sliceTooltip={({ slice }) => <ChartTip chart={chart} place={String(slice.points[0]?.data.x ?? "")} />}
      role="img"
      ariaLabel={`${chart.title}. The table below lists the numbers.`}
    />
  );
}
