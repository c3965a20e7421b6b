import { withQuery } from "../list";
import type { Chip, FilterField } from "../ui/filters";
import type { ColumnSort, ListFilter } from "./definition";

/** In the address: what was just done to several rows and can be undone, "delete:1,2,3". */
export const undoName = "undo";
/** In the address: the menu that is open, where there is no script to open it. */
export const chooseName = "choose";
/** In the address: the columns to show, in their order. */
export const columnsName = "columns";

/** What says which part of a list is shown, and no search. */
const places = ["page", "after", "before", "index", "_routes", undoName, chooseName];

type SearchValues = Readonly<Record<string, unknown>>;

function heldValue(search: SearchValues, { name, none }: ListFilter): string | undefined {
  const value = search[name];
  if (value === undefined || value === null || value === "" || value === none) return undefined;
  return String(value);
}

/** The fields behind "+ Filter" with what the address says now. */
export function filterFields(filters: readonly ListFilter[], search: SearchValues): FilterField[] {
  return filters.flatMap((filter): FilterField[] => {
    if (filter.linked) return [];
    const { name, label, choices, kind, help } = filter;
    const value = heldValue(search, filter);
    const now = value === undefined ? {} : { value };
    return choices
      ? [{ kind: "choice", name, label, choices, ...now }]
      : [{ kind: kind ?? "text", name, label, ...(help ? { help } : {}), ...now }];
  });
}

/** A chip for each filter that holds, the search among them. */
export function filterChips(
  filters: readonly ListFilter[],
  search: SearchValues,
  address: string,
  findName = "q",
): Chip[] {
  return [{ name: findName, label: "Search" }, ...filters].flatMap((filter: ListFilter) => {
    const held = heldValue(search, filter);
    if (held === undefined) return [];
    const value = filter.choices
      ? (filter.choices.find((choice) => choice.value === held)?.label ?? "Unknown")
      : (filter.said?.(held) ?? held);
    return [{ label: filter.chip ?? filter.label, value, remove: withQuery(address, { [filter.name]: undefined }) }];
  });
}

/** The search that a view keeps: without the place in the list, and without what says which list it is. */
export function viewQuery(address: string, keeps: readonly string[]): string {
  const params = new URLSearchParams(address);
  for (const name of [...places, ...keeps]) params.delete(name);
  return params.toString();
}

/** The list's own address: what says which list it is, and a saved search. */
export function viewAddress(path: string, address: string, keeps: readonly string[], query: string): string {
  const params = new URLSearchParams(query);
  const now = new URLSearchParams(address);
  for (const name of keeps) {
    params.delete(name);
    const value = now.get(name);
    if (value !== null) params.set(name, value);
  }
  return params.size > 0 ? `${path}?${params}` : path;
}

/** A path with its parameters filled in. */
export function filledPath(path: string, params: Readonly<Record<string, string | undefined>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** Whether two searches say the same, in whatever order. */
export function isSameQuery(a: string, b: string): boolean {
  const sorted = (query: string) => {
    const params = new URLSearchParams(query);
    params.sort();
    return params.toString();
  };
  return sorted(a) === sorted(b);
}

/** The link in the head of a column that orders by it, and how it orders now. */
export function sortLink(
  { ascending, descending, first }: ColumnSort,
  now: unknown,
  address: string,
): { to: string; now?: "ascending" | "descending" } {
  const holds = now === ascending ? "ascending" : now === descending ? "descending" : undefined;
  const next = holds ? (holds === "ascending" ? descending : ascending) : first ? descending : ascending;
  return { to: withQuery(address, { sort: next }), ...(holds ? { now: holds } : {}) };
}

/** What `undo` says in the address after something was done to rows; `count`: how many, where the ids are not theirs. */
export function undoValue(action: string, ids: readonly (string | number)[], count = ids.length): string {
  return `${action}${count === ids.length ? "" : `~${count}`}:${ids.join(",")}`;
}

/** The rows that `undo` in the address names, how many they are, and the action that was done to them. */
export function undoable(address: string): { action: string; ids: string[]; count: number } | undefined {
  const said = new URLSearchParams(address).get(undoName) ?? "";
  const [, action, count, ids] =
    /^([a-z-]{1,40})(?:~([1-9]\d{0,3}))?:([\w-]{1,64}(?:,[\w-]{1,64}){0,499})$/.exec(said) ?? [];
  if (!action || !ids) return undefined;
  const named = ids.split(",");
  return { action, ids: named, count: count ? Number(count) : named.length };
}
