import BarDrawing from "./bar-chart-drawing";
import { ChartFrame, type ChartProps } from "./chart";
import { drawnWhenAsked } from "./chart-when-asked";

const drawing = drawnWhenAsked(import.meta.env.SSR ? BarDrawing : () => import("./bar-chart-drawing"));

/** Bars, one on top of the other where there are several series; `grouped` sets them side by side. */
export function BarChart({ grouped = false, ...chart }: ChartProps & { grouped?: boolean }) {
  return <ChartFrame {...chart} grouped={grouped} drawing={drawing} />;
}
