import { sql } from "kysely";
import { z } from "zod";
import { sharingPermissions } from "../../../rules/list-sharing";
import type { Trx } from "../../kit/database";
import { missing, type Person } from "../../kit/principal";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { ListView } from "../contract.lists";

/** As many saved views a person has of one list, and as many shared ones an account has of it. */
const maxViews = 50;

/** Whose views and columns: a person's, of one list. `shares`: they may share views of it and delete shared ones. */
export type ListOwner = { account: string; user: number; list: string; shares: boolean };

export function listOwner(person: Person, list: string): ListOwner {
  // Nobody of another account keeps anything here: 0 is nobody's number.
  const user = person.delegation ? 0 : Number(person.id);
  const shares = user > 0 && missing(person, { permissions: sharingPermissions(list) }) === undefined;
  return { account: person.customer_account, user, list, shares };
}

/** One's own views of a list and the shared ones, by name. */
export async function listViews(trx: Trx, { account, user, list, shares }: ListOwner): Promise<ListView[]> {
  return checkedRows(
    trx,
    ListView,
    sql`
    select id, name, query, shared, (user_id = ${user} or ${shares}) as removable
    from identity.list_views
    where customer_account = ${account} and list = ${list} and (user_id = ${user} or shared)
    order by lower(name), id limit ${2 * maxViews}`,
    { batched: true },
  );
}

const OthersRow = z.object({ others: z.number() });

/** @throws HttpError 403 for a shared view of somebody who may not share, 422 when there are too many */
export async function saveView(
  trx: Trx,
  { account, user, list, shares }: ListOwner,
  form: { name: string; query: string; shared: boolean },
): Promise<ListView> {
  if (form.shared && !shares) throw new HttpError(403, "You can't share views of this list. Save it for yourself.");
  const counted = await checkedRow(
    trx,
    OthersRow,
    sql`
    select count(*)::int as others from identity.list_views
    where customer_account = ${account} and user_id = ${user} and list = ${list} and lower(name) <> lower(${form.name})`,
  );
  if ((counted?.others ?? 0) >= maxViews)
    throw new HttpError(422, `A list has at most ${maxViews} saved views of one person. Delete one first.`);
  const saved = await checkedRow(
    trx,
    ListView,
    sql`
    insert into identity.list_views (customer_account, user_id, list, name, query, shared)
    values (${account}, ${user}, ${list}, ${form.name}, ${form.query}, ${form.shared})
    on conflict (customer_account, user_id, list, lower(name))
      do update set name = excluded.name, query = excluded.query, shared = excluded.shared
    returning id, name, query, shared, true as removable`,
  );
  if (!saved) throw new HttpError(500, "The view was not saved.");
  return saved;
}

const OwnedView = z.object({ user_id: z.number(), list: z.string(), name: z.string(), shared: z.boolean() });

/** Deletes one's own view, or a shared one of a list whose views one may share. @throws HttpError 404 */
export async function deleteView(trx: Trx, person: Person, id: number): Promise<string> {
  const { customer_account: account } = person;
  const view = await checkedRow(
    trx,
    OwnedView,
    sql`
    select user_id, list, name, shared from identity.list_views
    where customer_account = ${account} and id = ${id} for update`,
  );
  const may = view && (view.user_id === Number(person.id) || (view.shared && listOwner(person, view.list).shares));
  if (!view || !may) throw new HttpError(404, "There is no such view of yours.");
  await sql`delete from identity.list_views where customer_account = ${account} and id = ${id}`.execute(trx);
  return view.name;
}

const ColumnsRow = z.object({ columns: z.array(z.string()) });

/** The columns that a person chose for a list; none when they chose none. */
export async function listColumns(trx: Trx, { account, user, list }: ListOwner): Promise<string[]> {
  const found = await checkedRow(
    trx,
    ColumnsRow,
    sql`
    select columns from identity.list_columns
    where customer_account = ${account} and user_id = ${user} and list = ${list}`,
    { batched: true },
  );
  return found?.columns ?? [];
}

/** Keeps the columns and their order; an empty choice forgets them. */
export async function saveColumns(trx: Trx, { account, user, list }: ListOwner, columns: readonly string[]) {
  if (columns.length === 0) {
    await sql`
      delete from identity.list_columns
      where customer_account = ${account} and user_id = ${user} and list = ${list}`.execute(trx);
    return;
  }
  await sql`
    insert into identity.list_columns (customer_account, user_id, list, columns)
    values (${account}, ${user}, ${list}, ${texts([...new Set(columns)])})
    on conflict (customer_account, user_id, list) do update set columns = excluded.columns`.execute(trx);
}
