import { redirect } from "@remix-run/node";
import { z } from "zod";
import { returnPath } from "../../../rules/return-path";
import { href } from "../../href";
import { type Admitted, act, done, expectStatus, type FormRequest, page, warnThere } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { parseSearch, type Rows } from "../list";
import { type BulkAction, type BulkOutcome, type BulkValues, counted, type ListDefinition } from "./definition";
import { everyRow } from "./export.server";
import { listRequest, loadFacts } from "./load.server";
import { undoName, undoValue } from "./query";

/** Rows that one bulk action takes. More are refused before anything is done. */
export const maxRows = 2_000;
/** Rows that one call takes, and whose ids an address can hold. */
const chunk = 500;
/** Names shown of the rows it is about. */
const named = 25;

const ids = z.array(z.string().regex(/^[\w-]{1,64}$/)).max(chunk);

export const BulkForm = z.object({
  intent: z.enum(["do", "undo"]).catch("do").default("do"),
  action: z.string().max(40).catch("").default(""),
  ids: ids.catch([]).default([]),
  all: z.literal("1").optional().catch(undefined),
  to: z.string().max(4000).catch("").default(""),
  /** What was chosen for the fields of the action, as in an address. */
  values: z.string().max(4000).catch("").default(""),
});

type BulkContext = Pick<Admitted<Path>, "api" | "viewer"> & { params: object };
type BulkSelection = { ids: readonly string[]; all: boolean; to: string };

/** The list that the rows were ticked in, as it was searched; another page's address is the list itself. */
function listAddress(path: Path, asked: string): URL {
  const here = "http://here.invalid";
  const to = new URL(returnPath(asked), here);
  const isList = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(to.pathname);
  return isList ? to : new URL(path.includes(":") ? "/" : href(path as "/dashboard"), here);
}

const addressOf = ({ pathname, search }: URL) => `${pathname}${search}`;

/** The rows meant: those ticked on the page of the list that `to` is, or all that match its search; one more than may be. */
async function rowsMeant<S extends z.ZodObject, R, F>(
  list: ListDefinition<S, R, F>,
  given: BulkContext,
  { ids, all, to }: BulkSelection,
): Promise<R[]> {
  const search = parseSearch(list, listAddress(list.path, to));
  if (!all && list.byIds) return ids.length > 0 ? list.byIds(listRequest(given), [...new Set(ids)]) : [];
  if (!all) {
    const rows = expectStatus(await list.rows(listRequest(given), search), 200) as Rows<R>;
    const wanted = new Set(ids);
    return rows.data.filter((row) => wanted.has(list.id(row)));
  }
  const found: R[] = [];
  for await (const row of everyRow(list, listRequest(given), search)) {
    found.push(row);
    if (found.length > maxRows) break;
  }
  return found;
}

async function findBulkAction<S extends z.ZodObject, R, F>(
  list: ListDefinition<S, R, F>,
  given: BulkContext,
  { to, action }: { to: string; action: string },
) {
  const facts = await loadFacts(list, listRequest(given), parseSearch(list, listAddress(list.path, to)));
  return list.bulk?.(facts).find(({ name }) => name === action);
}

/** What was chosen for each field of the action: a value that isn't offered is none. */
function chosenValues<R>(action: BulkAction<R> | undefined, said: URLSearchParams): BulkValues {
  const chosen = (action?.fields ?? []).flatMap(({ name, choices }) => {
    const value = said.get(name) ?? "";
    return choices.some((choice) => choice.value === value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(chosen);
}

const noValues = "Choose what to change in the list.";

/** The loader of `<list>/bulk`: what is about to be done, and to which rows. */
export function bulkLoader<P extends Path, S extends z.ZodObject, R, F>(path: P, list: ListDefinition<S, R, F>) {
  return page(path, async (given) => {
    const { searchParams } = given.url;
    const said = BulkForm.parse({ ...Object.fromEntries(searchParams), ids: searchParams.getAll("ids") });
    const to = listAddress(list.path, said.to);
    // Without rows there is nothing to ask about.
    if (said.to === "") throw redirect(addressOf(to));
    const action = await findBulkAction(list, given, said);
    const all = said.all !== undefined;
    const rows = action ? await rowsMeant(list, given, { ids: said.ids, all, to: said.to }) : [];
    const count = counted(list.noun, Math.min(rows.length, maxRows), rows.length > maxRows);
    const values = chosenValues(action, searchParams);
    const known = rows.length > 0 && rows.length <= maxRows && (!action?.fields || Object.keys(values).length > 0);
    return {
      notice: known ? await action?.notice?.(listRequest(given), rows, values) : undefined,
      to: addressOf(to),
      noun: list.noun,
      action: action && { name: action.name, danger: action.danger ?? false, ...action.ask(count, { rows, values }) },
      values: String(new URLSearchParams(values)),
      facts: (action?.fields ?? []).flatMap(({ name, label, choices }) => {
        const choice = choices.find(({ value }) => value === values[name]);
        return choice ? [{ label, value: choice.label }] : [];
      }),
      problem: action?.fields && Object.keys(values).length === 0 ? noValues : undefined,
      all,
      ids: all ? [] : rows.map((row) => list.id(row)),
      rows: Math.min(rows.length, maxRows),
      tooMany: rows.length > maxRows,
      named: rows.slice(0, named).map((row) => ({ id: list.id(row), name: list.called?.(row) ?? list.id(row) })),
    };
  });
}

/** The action of `<list>/bulk`: does it, or takes it back, and goes to the list. */
export function bulkAction<P extends Path, S extends z.ZodObject, R, F>(path: P, list: ListDefinition<S, R, F>) {
  return act(path, BulkForm, async (given: FormRequest<P, typeof BulkForm>) => {
    const { value, refuse, from } = given;
    const to = listAddress(list.path, value.to);
    const action = await findBulkAction(list, given, value);
    if (!action) return refuse({ status: 422, message: "There is nothing of that kind to do here." });
    if (value.intent === "undo") {
      if (!action.undo) return refuse({ status: 422, message: "This can't be undone." });
      const undone = await action.undo.run(listRequest(given), value.ids);
      if (undone && "status" in undone) return refuse(undone);
      return done(
        from,
        addressOf(to),
        undoneText(list.noun, action.undo, undone ?? { restored: value.ids.length }),
        "Undone",
      );
    }
    const rows = await rowsMeant(list, given, { ids: value.ids, all: value.all !== undefined, to: value.to });
    if (rows.length === 0)
      return refuse({ status: 422, message: `Select ${list.noun[1]} in the list. These are not there any more.` });
    if (rows.length > maxRows) return refuse({ status: 422, message: tooManyText(list.noun) });
    const values = chosenValues(action, new URLSearchParams(value.values));
    if (action.fields && Object.keys(values).length === 0) return refuse({ status: 422, message: noValues });
    const outcome = { done: [] as string[], unchanged: 0, refused: [] as BulkOutcome["refused"], undo: [] as string[] };
    for (let at = 0; at < rows.length; at += chunk) {
      const part = await action.run(listRequest(given), rows.slice(at, at + chunk), values);
      outcome.done.push(...part.done);
      outcome.unchanged += part.unchanged ?? 0;
      outcome.refused.push(...part.refused);
      outcome.undo.push(...(part.undo ?? []));
    }
    const same = outcome.unchanged > 0 ? ` ${counted(list.noun, outcome.unchanged)}: no change needed.` : "";
    const told = `${action.told(counted(list.noun, outcome.done.length))}${same}`;
    const undo = outcome.undo.length > 0 ? outcome.undo : outcome.done;
    const undoable = action.undo && undo.length > 0 && undo.length <= chunk;
    if (undoable) to.searchParams.set(undoName, undoValue(action.name, undo, outcome.done.length));
    if (outcome.refused.length > 0 && undoable && outcome.undo.length > 0)
      return warnThere(from, addressOf(to), refusal(told, outcome));
    if (outcome.refused.length > 0) return refuse({ status: 422, message: refusal(told, outcome) });
    return done(from, addressOf(to), undoable ? undefined : told);
  });
}

export function tooManyText(noun: readonly [string, string]): string {
  return `At most ${maxRows.toLocaleString("en-KE")} ${noun[1]} can be changed at once. Add a filter.`;
}

/** "12 leads moved back. 3 leads stay as they are: they were changed since." */
export function undoneText(
  noun: readonly [string, string],
  { told }: { told(count: string): string },
  { restored, left = 0 }: { restored: number; left?: number },
): string {
  const text = restored > 0 ? told(counted(noun, restored)) : "Nothing was undone.";
  if (left === 0) return text;
  const why = left === 1 ? "stays as it is: it was changed since." : "stay as they are: they were changed since.";
  return `${text} ${counted(noun, left)} ${why}`;
}

function refusal(told: string, { done, refused }: BulkOutcome): string {
  const why = refused.slice(0, 5).map(({ name, reason }) => `${name}: ${reason}`);
  const more = refused.length > 5 ? ` And ${refused.length - 5} more.` : "";
  return `${done.length > 0 ? told : "Nothing was changed."} Not done: ${why.join(" ")}${more}`;
}
