import { Table2 } from "lucide-react";
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { DrawingPart } from "./chart-when-asked";

/** `late`: drawn in amber, whatever its place. */
export type Series = { label: string; values: readonly (number | null)[]; late?: boolean };

export type ChartProps = {
  title: string;
  /** What the numbers are ("Messages"), and what they are counted over ("Day, November"). */
  yLabel: string;
  xLabel: string;
  places: readonly string[];
  series: readonly Series[];
  /** Pixels. */
  height?: number;
  /** How a number is written in the table; the axis shortens thousands to k. */
  format?: (value: number) => string;
};

/** What a drawing is made from. `live`: it says its numbers when it is pointed at. */
export type DrawingProps = { chart: ChartProps; grouped?: boolean; width: number; height: number; live: boolean };

/** The paint of each series in turn, safe for colour blindness; lines are also told apart by dashes. */
const palette = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)", "var(--chart-4)"];
/** The paint of one series. */
export function seriesPaint({ late }: Series, index: number): string | undefined {
  return late ? palette[2] : palette[index];
}

export const dashes = ["", "5 4", "2 3", "9 3 2 3"];

/** Width of the drawing that the server makes, in pixels; the drawing program replaces it by the room there is. */
const serverWidth = 560;
/** Until then it may grow by as much. */
const maxGrowth = 1.35;

function Key({ series, index, line }: { series: Series; index: number; line: boolean }) {
  return (
    <li className="inline-flex items-center gap-2 text-sm text-quiet">
      <svg width="16" height="8" aria-hidden="true" focusable="false">
        {line ? (
          <path d="M0 4H16" stroke={seriesPaint(series, index)} strokeWidth="2" strokeDasharray={dashes[index]} />
        ) : (
          <rect width="16" height="8" fill={seriesPaint(series, index)} />
        )}
      </svg>
      {series.label}
    </li>
  );
}

const plain = (value: number) => value.toLocaleString("en-KE");

/** What one place of the chart holds, when it is pointed at. */
export function ChartTip({ chart, place }: { chart: ChartProps; place: string }) {
  const at = chart.places.indexOf(place);
  const { format = plain } = chart;
  return (
    <div className="w-max rounded border border-line bg-surface px-3 py-2 text-sm shadow-over">
      <p className="font-semibold">{place}</p>
      <ul>
        {chart.series.map(({ label, values }) => {
          const value = values[at];
          return (
            <li key={label} className="num flex justify-between gap-4">
              <span className="text-quiet">{label}</span>
              {value === null || value === undefined ? "–" : format(value)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Numbers({ title, xLabel, places, series, format = plain }: ChartProps) {
  return (
    <details className="border-t border-line">
      <summary className="flex min-h-10 items-center gap-2.5 px-4 text-sm text-quiet hover:text-ink">
        <Table2 size={16} strokeWidth={1.75} aria-hidden="true" />
        Show the numbers
      </summary>
      <section
        className="list-box max-h-80 overflow-auto border-t border-line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`${title}: numbers`}
      >
        <table className="list">
          <thead>
            <tr>
              <th scope="col">{xLabel}</th>
              {series.map(({ label }) => (
                <th key={label} scope="col" className="r">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((place, index) => (
              <tr key={place}>
                <td>{place}</td>
                {series.map(({ label, values }) => {
                  const value = values[index];
                  return (
                    <td key={label} className="r">
                      {value === null || value === undefined ? "–" : format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

type ChartFrameProps = ChartProps & { drawing: DrawingPart; grouped?: boolean; line?: boolean };

/**
 * The card around a drawing: title, key, the drawing, its numbers. The server draws one fixed size, since a responsive
 * chart draws nothing there. Its program is asked for when the card is pointed at, touched or reached by the keyboard;
 * then the drawing gets the width that there is, and says its numbers. A page that was come to by a link has no drawing
 * of the server's, so there the program is asked for at once.
 */
export function ChartFrame({ drawing, grouped = false, line = false, ...chart }: ChartFrameProps) {
  const card = useRef<HTMLElement>(null);
  const box = useRef<HTMLElement>(null);
  const drawnHere = useHydrated();
  const [live, setLive] = useState(false);
  const ask = () => void drawing.ask().then(() => setLive(true));
  const cameByLink = useRef(drawnHere);
  const figures = JSON.stringify([chart.places, chart.series]);
  const first = useRef({ chart, figures });
  const stale = figures !== first.current.figures;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the program is the same for the life of the card
  useEffect(() => {
    if (cameByLink.current || stale) ask();
  }, [stale]);
  const width = useWidth(box);
  useGrowth(box, width, live);
  const tell = usePointedAt(card, box, ask);
  const shown = live ? chart : first.current.chart;
  const drawnWidth = live ? (width ?? serverWidth) : serverWidth;
  const growth = live ? growthIn(width) : 1;
  const { Drawing } = drawing;
  // The same element for as long as it is the server's drawing: anything else would have React throw that away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its figures say when a chart is another one
  const drawn = useMemo(() => {
    const height = Math.round((shown.height ?? 224) * growth);
    return (
      <Suspense fallback={<div style={{ height }} />}>
        <Drawing chart={shown} grouped={grouped} width={drawnWidth} height={height} live={live} />
        <WhenLive live={live} tell={tell} />
      </Suspense>
    );
  }, [live && figures, drawnWidth, growth, live]);
  return (
    <figure ref={card} className="card" aria-label={chart.title}>
      <div className="card-head">
        <h2>{chart.title}</h2>
        {chart.series.length > 1 && (
          <ul className="flex flex-wrap gap-x-4 sm:ml-auto">
            {chart.series.map((series, index) => (
              <Key key={series.label} series={series} index={index} line={line} />
            ))}
          </ul>
        )}
      </div>
      <div className="p-4 pb-2">
        <section
          ref={box}
          style={{ containerType: "inline-size" }}
          // Once the drawing has the width that there is, nothing scrolls; not in the moment after a turned phone either.
          className={live ? "overflow-hidden" : "overflow-x-auto overflow-y-hidden"}
          aria-label={`${chart.title}: chart`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls until it is live, and to take the focus then away would lose the place
          tabIndex={0}
        >
          <div className="[@media(scripting:none)]:min-h-0!" style={{ minHeight: grownHeight(shown.height ?? 224) }}>
            {drawn}
          </div>
        </section>
      </div>
      <Numbers {...chart} />
    </figure>
  );
}

/** The room there is for the drawing, in pixels; undefined until it was measured. */
function useWidth(box: RefObject<HTMLElement>): number | undefined {
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(200, Math.floor(entry.contentRect.width)));
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [box]);
  return width;
}

/** How many times larger than the server made it a drawing is in a box of so many pixels. */
function growthIn(width: number | undefined): number {
  return width === undefined ? 1 : Math.min(maxGrowth, Math.max(1, width / serverWidth));
}

/** The same in CSS: the place of the grown drawing is kept before the page has its script, so that nothing moves then. */
function grownHeight(height: number): string {
  return `max(${height}px, min(100cqi, ${serverWidth * maxGrowth}px) * ${height / serverWidth})`;
}

/** The server's drawing stretches into more room than it was made for, up to where its words would look large. */
function useGrowth(box: RefObject<HTMLElement>, width: number | undefined, live: boolean): void {
  useEffect(() => {
    const drawn = box.current?.querySelector<SVGElement>("svg[role='img']");
    const growth = growthIn(width);
    if (!drawn || live || growth <= 1) return;
    const height = Number(drawn.getAttribute("height"));
    drawn.setAttribute("viewBox", `0 0 ${serverWidth} ${height}`);
    drawn.style.width = `${serverWidth * growth}px`;
    drawn.style.height = `${height * growth}px`;
    return () => {
      drawn.removeAttribute("viewBox");
      drawn.style.removeProperty("width");
      drawn.style.removeProperty("height");
    };
  }, [box, width, live]);
}

/** Beside the drawing, so that it comes to life with it and not before. */
function WhenLive({ live, tell }: { live: boolean; tell: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (live) tell();
  }, [live]);
  return null;
}

/**
 * Asks for the drawing program when the card is turned to, and tells the drawing where the pointer rests when it can
 * answer. The browser's own listeners: React keeps events back that land on a part which it has not taken over yet.
 */
function usePointedAt(card: RefObject<HTMLElement>, box: RefObject<HTMLElement>, ask: () => void): () => void {
  const last = useRef<{ clientX: number; clientY: number }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the program is the same for the life of the card
  useEffect(() => {
    const point = (event: Event) => {
      if (event instanceof PointerEvent) last.current = { clientX: event.clientX, clientY: event.clientY };
      ask();
    };
    const kinds = ["pointerover", "pointermove", "touchstart", "focusin"];
    for (const kind of kinds) card.current?.addEventListener(kind, point, { passive: true });
    const element = card.current;
    return () => {
      for (const kind of kinds) element?.removeEventListener(kind, point);
    };
  }, []);
  return () => {
    if (!last.current) return;
    const { clientX, clientY } = last.current;
    const under = document.elementFromPoint(clientX, clientY);
    if (!under || !box.current?.contains(under)) return;
    for (const kind of ["mouseover", "mousemove"])
      under.dispatchEvent(new MouseEvent(kind, { bubbles: true, clientX, clientY }));
  };
}
