import { href, type Query } from "../../href";
import type { ReportSearch } from "./reports.list";

/** What a filter says when nobody chose it. */
const unsaid: Record<string, string> = { due: "all", sla: "all", date_filter: "due", q: "" };

/** Filters that hold one span of dates: only together they mean something. */
const dates = ["date_filter", "start", "end"];

/**
 * The list with the tickets that a figure of a report counts: the report's own filters and more. Undefined where one
 * filter would have to say two things at once, since the list would then count others.
 */
export function toList(search: ReportSearch, more: Query): string | undefined {
  const asked: Record<string, string> = {};
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && String(value) !== (unsaid[name] ?? "")) asked[name] = String(value);
  // What nobody gave a span for says nothing.
  if (asked.start === undefined && asked.end === undefined) delete asked.date_filter;
  const given = Object.entries(more).flatMap(([name, value]) =>
    value === undefined || value === null || value === "" ? [] : [[name, String(value)] as const],
  );
  const spans = given.some(([name]) => dates.includes(name));
  if (spans && dates.some((name) => asked[name] !== undefined)) return undefined;
  for (const [name, value] of given) {
    const before = asked[name];
    if (before !== undefined && before !== value && !within(name, value, before)) return undefined;
    asked[name] = value;
  }
  return href("/ticketing/tickets", undefined, asked);
}

const parts: Record<string, readonly string[]> = {
  unresolved: ["new", "open", "pending"],
  done: ["resolved", "closed"],
};

/** What narrows the filter that was asked for: a status that is part of it, a disposition's own lines. */
function within(name: string, value: string, before: string): boolean {
  if (name === "disposition") return true;
  return name === "status" && (parts[before]?.includes(value) ?? false);
}
