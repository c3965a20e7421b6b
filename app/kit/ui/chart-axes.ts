import { type DrawingProps, seriesPaint } from "./chart";

/** nivo's theme, from the tokens: the same SVG is right in light and dark. */
const theme = {
  text: { fill: "var(--quiet)", fontSize: 12, fontFamily: "inherit" },
  axis: {
    ticks: { line: { stroke: "none" }, text: { fill: "var(--quiet)", fontSize: 12 } },
    legend: { text: { fill: "var(--quiet)", fontSize: 12 } },
  },
  grid: { line: { stroke: "var(--line)", strokeWidth: 1 } },
  crosshair: { line: { stroke: "var(--quiet)", strokeWidth: 1 } },
};

const margin = { top: 8, right: 12, bottom: 46, left: 56 };

/** "24600" as "24.6k": room on an axis is dear. */
export function short(value: number): string {
  const size = Math.abs(value);
  if (size >= 1_000_000) return `${Number((value / 1_000_000).toPrecision(3))}m`;
  if (size >= 1_000) return `${Number((value / 1_000).toPrecision(3))}k`;
  return String(value);
}

/**
 * The lines of the axis of numbers, for nivo: about four, and where a few are counted one for each, as nothing happens
 * half a time. @param tops how high each point or bar stands
 */
export function ticks(tops: readonly number[]): number | number[] {
  const most = Math.max(0, ...tops);
  if (most === 0 || most > 3 || !tops.every(Number.isInteger)) return 4;
  return Array.from({ length: most + 1 }, (_, step) => step);
}

/** As many of the places as have room for a label, evenly spaced and beginning with the first. */
export function labelled(places: readonly string[], width: number): string[] {
  const longest = Math.max(...places.map((place) => place.length), 1);
  const room = Math.max(1, Math.floor((width - margin.left - margin.right) / (longest * 7 + 12)));
  const step = Math.max(1, Math.ceil(places.length / room));
  return places.filter((_, index) => index % step === 0);
}

/** What bars and lines have in common: size, paint, axes, and what a screen reader says. */
export function drawingProps({ chart, width, height, live }: DrawingProps, steps: ReturnType<typeof ticks>) {
  const axis = { tickSize: 0, tickPadding: 8, legendPosition: "middle" } as const;
  return {
    ...{ width, height, margin, theme, animate: false, isInteractive: live, role: "img", gridYValues: steps },
    colors: chart.series.map((series, index) => seriesPaint(series, index) ?? ""),
    axisLeft: { ...axis, tickValues: steps, format: short, legend: chart.yLabel, legendOffset: -46 },
    axisBottom: { ...axis, tickValues: labelled(chart.places, width), legend: chart.xLabel, legendOffset: 36 },
    ariaLabel: `${chart.title}. The table below lists the numbers.`,
  };
}
