import type { LucideIcon } from "lucide-react";
import type { z } from "zod";
import { commas } from "../../../rules/format";
import type { Problem } from "../../../services/kit/contract";
import type { Cell } from "../../../services/kit/csv";
import type { ServiceClients } from "../../../services/modules";
import type { Viewer } from "../../access";
import type { Path } from "../../sitemap";
import type { Rows } from "../list";
import type { Choice } from "../ui/field";
import type { Column } from "../ui/table";

/** What every list is drawn with: the viewer's time zone, and the moment in milliseconds. */
export type ListFacts = { zone: string; now: number };

/** Who asks, and what the address says beside the search. */
export type ListRequest = {
  api: ServiceClients;
  viewer: Viewer;
  params: Readonly<Record<string, string | undefined>>;
  /** All rows are read, for a file or for a change of all: what only a page shows may be left out. */
  whole?: boolean;
};

/** The values of `sort` in the address that order by a column. `first`: what the first click on its head asks for. */
export type ColumnSort = { ascending: string; descending: string; first?: "descending" };

/**
 * A column of a list, on the page and in its exports. `cell` draws it and `value` exports it; one with a `value` alone is
 * drawn as that. Hidden until it is chosen when `extra`; never hidden when `fixed`; on no page when `fileOnly`.
 */
export type ListColumn<R> = Omit<Column<R>, "cell" | "sort"> & {
  cell?: (row: R) => Column<R>["cell"] extends (row: R) => infer Node ? Node : never;
  value?: (row: R) => Cell;
  /** The heading in exports, when it is not the label. */
  heading?: string;
  fixed?: boolean;
  extra?: boolean;
  /** What \`rows\` reads only for the whole list. */
  fileOnly?: boolean;
  /** Before the others in files: what identifies a row there, and is read second on a page. */
  firstInFiles?: boolean;
  sort?: ColumnSort;
};

/** A filter: a name in the search, and how people choose its value. `none`: the value that filters nothing. */
export type ListFilter = {
  name: string;
  label: string;
  choices?: readonly Choice[];
  /** Without choices: a date or a text. */
  kind?: "date" | "text";
  none?: string;
  /** The label of its chip, when it is another. */
  chip?: string;
  help?: string;
  /** The words of its chip for a value that is typed. */
  said?(value: string): string;
  /** It comes with a link, and only its chip is shown. */
  linked?: boolean;
};

/**
 * What became of a bulk action: the ids of the rows that it was done to, how many were so already, and why not to the
 * others.
 */
export type BulkOutcome = {
  done: string[];
  unchanged?: number;
  refused: { name: string; reason: string }[];
  /** What the undo is called with, where the server keeps what was changed; else it is the ids of the rows. */
  undo?: readonly string[];
};

/** What an undo restored, and how many rows it left because they were changed since. */
export type UndoOutcome = { restored: number; left: number };

/** What is chosen in the list for all selected rows. Left empty, it stays as it is in each of them. */
export type BulkField = { name: string; label: string; choices: readonly Choice[] };

/** The values chosen for the fields of a bulk action, by field; only values that were offered. */
export type BulkValues = Readonly<Record<string, string>>;

/** Something that can be done with several rows at once. It is confirmed on a page of its own. */
export type BulkAction<R> = {
  name: string;
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  /** What is chosen before it is confirmed, at least one of them. */
  fields?: readonly BulkField[];
  /** The question, what follows from it, and the button that says yes; a warning, where some rows can't be changed so. */
  ask(
    count: string,
    about: { rows: readonly R[]; values: BulkValues },
  ): { title: string; text: string; button: string; warning?: string };
  /** What is to be known before it is confirmed and takes calls to find out, such as the cost. */
  notice?(asked: ListRequest, rows: readonly R[], values: BulkValues): Promise<string>;
  /** Does it to at most 500 rows. */
  run(asked: ListRequest, rows: readonly R[], values: BulkValues): Promise<BulkOutcome>;
  /** "12 contacts were deleted." */
  told(count: string): string;
  /** Takes it back, by the ids of the rows or by the outcome's `undo`. Absent where it can't be taken back. */
  undo?: {
    run(asked: ListRequest, ids: readonly string[]): Promise<Problem | UndoOutcome | undefined>;
    told(count: string): string;
  };
};

/**
 * The module of a list is read by server and browser, so it imports nothing of the server's; what only the server can
 * find out of a row, the page's loader adds to what `loadList` answers.
 *
 * A list is one value: what its address may say, how its rows are read, its filters, its columns and what can be done
 * with several rows. ListPage draws it, `exported` makes CSV, Excel and JSON of it, `bulkPage` confirms its actions.
 */
export type ListDefinition<S extends z.ZodObject, R, F, E = unknown> = {
  path: Path;
  /** The name of a downloaded file, without its ending. */
  file: string | ((facts: F & ListFacts) => string);
  /** One and many: "blast", "blasts". */
  noun: readonly [one: string, many: string];
  /** What the address may say: every field with a fallback, so that an odd address is never an error. */
  search: S;
  /** What the search field looks for: "Name or email". */
  find?: string;
  /** The name of the search field in the address, when it is not `q`. */
  findName?: string;
  /** Names in the address that say which list this is: a view or a saved search does not change them. */
  keeps?: readonly string[];
  /** What filters and columns need to know: choices, permissions, names of fields. */
  facts?(asked: ListRequest, search: z.output<S>): Promise<F>;
  /** A page of rows, and what the answer says beside them: sums of all rows, the period of a report. */
  rows(
    asked: ListRequest,
    search: z.output<S>,
  ): Promise<{ status: 200; body: Rows<R> & E } | { status: number; body: Problem }>;
  filters?(facts: F & ListFacts): readonly ListFilter[];
  columns(facts: F & ListFacts): readonly ListColumn<R>[];
  id(row: R): string;
  /** Changes with the row: a changed row loses its tick. */
  version?(row: R): string | number;
  /** How a row is called: its tick and a refusal say it. */
  called?(row: R): string;
  bulk?(facts: F & ListFacts): readonly BulkAction<R>[];
  /** Selected rows by their ids, where one call reads them; else they are looked for on the page they were selected on. */
  byIds?(asked: ListRequest, ids: readonly string[]): Promise<R[]>;
  /** The page that confirms them, where `<list>/bulk` is another page. */
  bulkPath?: Path;
};

export function list<S extends z.ZodObject, R, F = Record<never, never>, E = unknown>(
  definition: ListDefinition<S, R, F, E>,
): ListDefinition<S, R, F, E> {
  return definition;
}

/** A column that orders by `key`, the lowest first; the highest by `-key`. @example sortBy("name"), sortBy("created", "descending") */
export function sortBy(key: string, first?: "descending"): ColumnSort {
  return { ascending: key, descending: `-${key}`, ...(first ? { first } : {}) };
}

/** The columns that a page can show. */
export function pageColumns<R>(columns: readonly ListColumn<R>[]): readonly ListColumn<R>[] {
  return columns.filter(({ fileOnly }) => !fileOnly);
}

/** The names of the columns to show: the chosen ones that there are, with the fixed ones; else those that are not extra. */
export function shownColumns<R>(columns: readonly ListColumn<R>[], chosen: readonly string[]): string[] {
  const known = chosen.filter((name) => columns.some((column) => column.name === name));
  if (known.length === 0) return columns.filter(({ extra }) => !extra).map(({ name }) => name);
  const missing = columns.filter(({ fixed, name }) => fixed && !known.includes(name)).map(({ name }) => name);
  return [...missing, ...new Set(known)];
}

/** The columns of a file in their order: those that say so first, then as the list has them. */
export function fileColumns<R>(columns: readonly ListColumn<R>[]) {
  const ordered = [...columns.filter((one) => one.firstInFiles), ...columns.filter((one) => !one.firstInFiles)];
  return ordered.flatMap(({ name, label, heading, value }) =>
    value ? [{ name, heading: heading ?? label, value }] : [],
  );
}

/** "1 contact", "10,000+ contacts" */
export function counted([one, many]: readonly [string, string], count: number, capped = false): string {
  return `${commas(count)}${capped ? "+" : ""} ${count === 1 && !capped ? one : many}`;
}
