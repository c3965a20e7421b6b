import { Temporal } from "temporal-polyfill";
import { add, businessDay, type Calendar, elapsed, type OpenInterval, union } from "./business-time";

export type ExplainKind = "used" | "closed" | "holiday" | "exempted" | "paused" | "left" | "due";
/** A step of how a due time comes about. Instants in epoch ms; `minutes` are business minutes, down to the second. */
export type ExplainStep = {
  kind: ExplainKind;
  from: number;
  until: number;
  minutes: number;
  name: string;
  words: string;
};
export type Explained = {
  due: number | undefined;
  /** "240 min: 95 used Mon, holiday Tue, 40 min paused, due Wed 10:45". */
  words: string;
  timeZone: string;
  steps: ExplainStep[];
};

export type Pause = OpenInterval & { name?: string };

/** More days than this between start and due are told by their sums. */
const maxDays = 400;

/**
 * Why something is due when it is: the budget, what each day used of it, the days that did not count, the pauses.
 * @param now up to here time is used, beyond it is what is left; without it everything counts as used
 */
export function explainDue(
  calendar: Calendar,
  start: number,
  budgetMs: number,
  pauses: readonly Pause[] = [],
  now = Number.POSITIVE_INFINITY,
): Explained {
  const zone = calendar.hours.timeZone;
  const due = add(calendar, start, budgetMs, pauses);
  const asked = Math.max(start, Math.min(now, due ?? Number.POSITIVE_INFINITY));
  const open = pauses.find((pause) => pause.until === Number.POSITIVE_INFINITY);
  const known = due ?? open?.from ?? start;
  const used = days(calendar, start, Math.min(asked, Math.max(known, start)), pauses, "used");
  const spent = used.reduce((sum, step) => sum + (step.kind === "used" ? step.minutes : 0), 0);
  const left = Math.max(0, budgetMs / 60_000 - spent);
  const rest = due !== undefined && asked < due ? days(calendar, asked, due, pauses, "left") : [];
  const steps: ExplainStep[] = [...used, ...pausedSteps(calendar, start, due, pauses, zone), ...rest];
  const budget = `${number(budgetMs / 60_000)} min`;
  const end =
    due === undefined
      ? open
        ? `paused since ${at(open.from, zone, now)}${open.name ? ` (${open.name})` : ""}, ${number(left)} min left`
        : "these hours never open"
      : `due ${at(due, zone, now)}`;
  if (due !== undefined)
    steps.push({
      kind: "due",
      from: due,
      until: due,
      minutes: budgetMs / 60_000,
      name: "",
      words: `due ${at(due, zone, now)}`,
    });
  return { due, words: `${budget}: ${[...phrases(steps, zone), end].join(", ")}`, timeZone: zone, steps };
}

/** One step a local day: what of the budget it took, or why it took nothing. */
function days(calendar: Calendar, from: number, until: number, pauses: readonly Pause[], kind: "used" | "left") {
  const zone = calendar.hours.timeZone;
  const steps: ExplainStep[] = [];
  let date = dateAt(from, zone);
  let begin = from;
  for (let count = 0; begin < until && count < maxDays; count++) {
    const next = date.add({ days: 1 });
    const end = Math.min(until, next.toZonedDateTime(zone).epochMilliseconds);
    const minutes = elapsed(calendar, begin, end, pauses) / 60_000;
    const { segments, odd } = businessDay(calendar.hours, date);
    const name = weekday(date);
    if (minutes > 0)
      steps.push({
        kind,
        from: begin,
        until: end,
        minutes,
        name: odd?.name ?? "",
        words: `${number(minutes)} ${kind} ${name}`,
      });
    else if (odd && odd.segments.length === 0)
      steps.push({
        kind: odd.kind,
        from: begin,
        until: end,
        minutes: 0,
        name: odd.name,
        words: `${odd.kind} ${name}${odd.name ? ` (${odd.name})` : ""}`,
      });
    else if (segments.length === 0)
      steps.push({ kind: "closed", from: begin, until: end, minutes: 0, name: "", words: `closed ${name}` });
    begin = end;
    date = next;
  }
  if (begin < until)
    steps.push({
      kind,
      from: begin,
      until,
      minutes: elapsed(calendar, begin, until, pauses) / 60_000,
      name: "",
      words: "",
    });
  return steps;
}

/** The pauses that held business time back, each with its own. */
function pausedSteps(
  calendar: Calendar,
  start: number,
  due: number | undefined,
  pauses: readonly Pause[],
  zone: string,
) {
  const until = due ?? Number.POSITIVE_INFINITY;
  return union(pauses).flatMap((pause): ExplainStep[] => {
    const from = Math.max(pause.from, start);
    const to = Math.min(pause.until, until);
    if (to <= from || to === Number.POSITIVE_INFINITY) return [];
    const minutes = elapsed(calendar, from, to) / 60_000;
    const name = pauses.find((one) => one.from === pause.from)?.name ?? "";
    return minutes > 0
      ? [
          {
            kind: "paused",
            from,
            until: to,
            minutes,
            name,
            words: `${number(minutes)} min paused from ${at(from, zone)}`,
          },
        ]
      : [];
  });
}

/** The steps in few words: days in a row that used the same are one, closed days go unsaid. */
function phrases(steps: readonly ExplainStep[], zone: string): string[] {
  const said: string[] = [];
  const of = (kind: ExplainKind) => steps.filter((step) => step.kind === kind);
  const used = of("used");
  if (used.length > 3) said.push(`${number(sum(used))} used ${span(used, zone)}`);
  else for (const step of used) said.push(step.words);
  const odd = steps.filter(({ kind }) => kind === "holiday" || kind === "exempted");
  if (odd.length > 3) said.push(`${odd.length} holidays and exempted days`);
  else for (const step of odd) said.push(`${step.kind} ${weekday(dateAt(step.from, zone))}`);
  const paused = of("paused");
  if (paused.length > 0) said.push(`${number(sum(paused))} min paused`);
  const left = of("left");
  if (left.length > 0) said.push(`${number(sum(left))} left`);
  return said;
}

function span(steps: readonly ExplainStep[], zone: string): string {
  const [first, last] = [steps[0], steps.at(-1)];
  return first && last ? `${day(dateAt(first.from, zone))} to ${day(dateAt(last.from, zone))}` : "";
}

function sum(steps: readonly ExplainStep[]): number {
  return steps.reduce((total, { minutes }) => total + minutes, 0);
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function weekday(date: Temporal.PlainDate): string {
  return weekdays[date.dayOfWeek - 1] ?? "";
}

function day(date: Temporal.PlainDate): string {
  return `${weekday(date)} ${date.day} ${months[date.month - 1]}`;
}

function dateAt(instant: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
}

/** From here on a weekday alone would be another week's. */
const oneWeek = 6 * 86_400_000;

/** "Wed 10:45" in the calendar's zone; "Wed 17 Jun 10:45" when it is not of these days. */
function at(instant: number, zone: string, now = Number.POSITIVE_INFINITY): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  const time = `${String(local.hour).padStart(2, "0")}:${String(local.minute).padStart(2, "0")}`;
  const far = Number.isFinite(now) && Math.abs(instant - now) > oneWeek;
  return `${far ? day(local.toPlainDate()) : weekday(local.toPlainDate())} ${time}`;
}

/** Minutes to at most one decimal, thousands with commas. */
function number(minutes: number): string {
  return (Math.round(minutes * 10) / 10).toLocaleString("en-GB");
}
