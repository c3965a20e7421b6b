import { BarChart } from "./bar-chart";
import type { ChartProps } from "./chart";
import { LineChart } from "./line-chart";

/** More places than this, and the bars of several series are too thin to be told apart. */
const maxBars = 31;

/** Counts per day, week or month: bars, as a line would say that there was something in between. */
export function CountChart(chart: ChartProps) {
  const bars = chart.series.length === 1 || chart.places.length <= maxBars;
  return bars ? <BarChart {...chart} grouped /> : <LineChart {...chart} />;
}
