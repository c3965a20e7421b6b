import { ChartFrame, type ChartProps } from "./chart";
import { drawnWhenAsked } from "./chart-when-asked";
import LineDrawing from "./line-chart-drawing";

const drawing = drawnWhenAsked(import.meta.env.SSR ? LineDrawing : () => import("./line-chart-drawing"));

/** How something went over time; a gap (`null`) stays a gap. */
export function LineChart(chart: ChartProps) {
  return <ChartFrame {...chart} line drawing={drawing} />;
}
