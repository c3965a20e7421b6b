import { useLocation } from "@remix-run/react";
import { dateChoices, dueChoices, slaChoices, sortChoices } from "../../rules/ticket-labels";
import { withQuery } from "../kit/list";
import type { Choice } from "../kit/ui/field";
import { type Chip, type FilterField, Filters } from "../kit/ui/filters";
import type { Choices } from "./choices.server";
import { dateWords, dueWords, slaWords } from "./labels";
import type { TicketSearch } from "./tickets.list";

const sortWords: Record<(typeof sortChoices)[number], string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  due: "Due soonest first",
  updated: "Last changed first",
  priority: "Highest priority first",
};

const written = (words: Record<string, string>, values: readonly string[]): Choice[] =>
  values.map((value) => ({ value, label: words[value] ?? value }));

type FilterRowProps = {
  search: Omit<TicketSearch, "page" | "per_page" | "after" | "before" | "explain">;
  choices: Choices;
  /** The list without filters. */
  clear: string;
  /** Names that this page sets itself. */
  without?: readonly string[];
};

/** Every filter of R121, with the documented defaults: due and sla say all, the date filter says due. */
export function FilterRow({ search, choices, clear, without = [] }: FilterRowProps) {
  const location = useLocation();
  const held: Record<string, string | number | undefined> = {
    ...search,
    due: search.due === "all" ? undefined : search.due,
    sla: search.sla === "all" ? undefined : search.sla,
    date_filter: search.date_filter === "due" ? undefined : search.date_filter,
    sort: search.sort === "newest" ? undefined : search.sort,
  };
  const offered: { name: string; label: string; choices: readonly Choice[] }[] = [
    { name: "due", label: "Due", choices: written(dueWords, dueChoices.slice(1)) },
    {
      name: "status",
      label: "Status",
      choices: [
        { value: "unresolved", label: "Not resolved" },
        { value: "done", label: "Resolved or closed" },
        ...choices.statuses,
      ],
    },
    { name: "stage", label: "Stage", choices: choices.stages },
    {
      name: "disposition",
      label: "Disposition",
      choices: [{ value: "none", label: "None" }, ...choices.dispositions],
    },
    {
      name: "member",
      label: "Member",
      choices: [{ value: "me", label: "Me" }, { value: "none", label: "Unassigned" }, ...choices.members],
    },
    { name: "group", label: "Group", choices: [{ value: "none", label: "No group" }, ...choices.groups] },
    { name: "priority_grid", label: "Priority grid", choices: choices.grid },
    { name: "priority", label: "Priority", choices: choices.priorities },
    { name: "type", label: "Type", choices: choices.types },
    { name: "policy", label: "Policy", choices: choices.policies },
    { name: "sla", label: "SLA", choices: written(slaWords, slaChoices.slice(1)) },
    { name: "date_filter", label: "Date filter", choices: written(dateWords, dateChoices) },
    { name: "sort", label: "Order", choices: written(sortWords, sortChoices) },
    { name: "merged", label: "Merged", choices: [{ value: "1", label: "Only merged tickets" }] },
    { name: "deleted", label: "Deleted", choices: [{ value: "1", label: "Only deleted tickets" }] },
  ].filter(({ name }) => !without.includes(name));
  const fields: FilterField[] = [
    ...offered.map(({ name, label, choices }) => ({
      kind: "choice" as const,
      name,
      label,
      choices,
      ...(held[name] === undefined ? {} : { value: String(held[name]) }),
    })),
    { kind: "date", name: "start", label: "From", ...(search.start ? { value: search.start } : {}) },
    { kind: "date", name: "end", label: "To", ...(search.end ? { value: search.end } : {}) },
  ];
  const chips: Chip[] = [
    ...[...offered, { name: "start", label: `${dateWords[search.date_filter]} from`, choices: [] }],
    { name: "end", label: `${dateWords[search.date_filter]} to`, choices: [] },
    { name: "sub_disposition", label: "Sub-disposition", choices: [{ value: "none", label: "None" }] },
    { name: "ids", label: "Numbers", choices: [] },
    { name: "customer", label: "Customer", choices: [] },
    { name: "q", label: "Search", choices: [] },
  ].flatMap(({ name, label, choices }) => {
    const value = held[name];
    if (value === undefined || value === "" || without.includes(name)) return [];
    const said =
      choices.find((choice) => choice.value === String(value))?.label ?? (choices.length ? "Unknown" : value);
    return [{ label, value: String(said), remove: withQuery(location.search, { [name]: undefined }) }];
  });
  return (
    <Filters
      params={[...new URLSearchParams(location.search)]}
      search={{ name: "q", label: "Subject, customer, number", value: search.q }}
      chips={chips}
      clear={clear}
      fields={fields}
    />
  );
}
