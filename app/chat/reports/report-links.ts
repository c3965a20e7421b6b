import type { ReportFilters } from "../../../services/chat/contract.reports";
import type { StatisticsPeriod } from "../../../services/chat/contract.statistics";
import { href, type Query } from "../../href";

/** The filters of a report as the URL says them; what is a default is left out. */
export function held(search: ReportFilters): Record<string, string> {
  const said: Record<string, string> = {};
  for (const name of filterNames) {
    const value = search[name];
    if (value === undefined || value === "" || (name === "days" && (value === "30" || search.from || search.to)))
      continue;
    said[name] = String(value);
  }
  return said;
}

const filterNames = [
  ...["days", "from", "to", "channel", "inbox", "agent", "team", "disposition", "item"],
  ...["state", "answered", "handled", "hours", "rating", "person", "ticket"],
  ...["label", "given_team", "taken", "transferred", "q"],
] as (keyof ReportFilters)[];

/**
 * The list with the conversations that a figure counts: the report's own filters, its days as dates, and more. Undefined
 * where one filter would have to say two things at once, since the list would then show others.
 */
export function toChats(
  search: ReportFilters,
  { from, to }: Pick<StatisticsPeriod, "from" | "to">,
  more: Query,
): string | undefined {
  const { days: _, ...asked } = held(search);
  const query: Record<string, string> = { ...asked, from, to };
  for (const [name, given] of Object.entries(more)) {
    if (given === undefined || given === null || given === "") continue;
    const value = String(given);
    const before = asked[name];
    const narrow = name === "from" || name === "to" || before === undefined ? value : narrower(name, before, value);
    if (narrow === undefined) return undefined;
    query[name] = narrow;
  }
  return href("/chat/reports/transcript", undefined, query);
}

const parts: Record<string, readonly string[]> = {
  any: ["1", "2", "3", "4", "5", "satisfied", "comment"],
  satisfied: ["4", "5"],
  yes: ["new", "open", "pending", "resolved", "closed"],
};

/** Of two values of one filter the one that is part of the other. */
function narrower(name: string, before: string, value: string): string | undefined {
  if (before === value) return value;
  // A customer who was joined into another: their own conversations are among the other's.
  if (name === "person") return before;
  if (name !== "rating" && name !== "ticket") return undefined;
  if (parts[before]?.includes(value)) return value;
  return parts[value]?.includes(before) ? before : undefined;
}
