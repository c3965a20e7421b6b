import { Line, type LineCustomSvgLayerProps } from "@nivo/line";
import { ChartTip, type DrawingProps, dashes } from "./chart";
import { drawingProps, ticks } from "./chart-axes";

type ChartLine = { id: string; data: { x: string; y: number | null }[] };

/** nivo draws every line solid; ours differ by dashes as well as by colour, and end in a dot. */
function Lines({ series, lineGenerator, xScale, yScale }: LineCustomSvgLayerProps<ChartLine>) {
  return series.map(({ id, data, color }, index) => {
    const points = data.map((datum) => datum.position);
    const last = data.findLast((datum) => datum.data.y !== null)?.data;
    return (
      <g key={id}>
        <path
          d={lineGenerator(points) ?? undefined}
          fill="none"
          stroke={color}
          strokeWidth={2}
          strokeDasharray={dashes[index]}
          strokeLinejoin="round"
        />
        {last && <circle cx={xScale(last.x)} cy={yScale(last.y)} r={4} fill={color} />}
      </g>
    );
  });
}

/** The lines alone. Only line-chart.tsx asks for this file: it brings the drawing program along. */
export default function LineDrawing(drawing: DrawingProps) {
  const { chart } = drawing;
  const data: ChartLine[] = chart.series.map(({ label, values }) => ({
    id: label,
    data: chart.places.map((x, index) => ({ x, y: values[index] ?? null })),
  }));
  const steps = ticks(chart.series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <Line
      {...drawingProps(drawing, steps)}
      data={data}
      xScale={{ type: "point" }}
      yScale={{ type: "linear", min: 0, max: "auto", nice: 4 }}
      curve="linear"
      layers={["grid", "axes", Lines, "slices"]}
      enableGridX={false}
      enableSlices="x"
      sliceTooltip={({ slice }) => <ChartTip chart={chart} place={String(slice.points[0]?.data.x ?? "")} />}
    />
  );
}
