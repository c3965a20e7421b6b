import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { row, rows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { SavedView } from "../contract.people";
import type { UnitOfWork } from "../desk/unit-of-work";
import { filtersOf } from "../tickets/list";
import { ticketsWhere, type ViewerScope } from "../tickets/where";

type Row = Omit<SavedView, "tickets">;
const counted = 1_000;

/** One's own views and the shared ones, each with how many tickets it shows the viewer (to a thousand). */
export async function viewsOf(trx: Trx, scope: ViewerScope): Promise<SavedView[]> {
  const { account, me } = scope;
  const views = await rows<Row>(
    trx,
    sql`
    select id, name, query, shared, user_id = ${me} as own from ticketing.views
    where customer_account = ${account} and (user_id = ${me} or shared) order by lower(name) limit 50`,
  );
  if (views.length === 0) return [];
  const counts = views.map((view) => {
    const filters = filtersOf(Object.fromEntries(new URLSearchParams(view.query)), {});
    return sql`select ${view.id}::bigint as id, (select count(*)::int from (
      select 1 from ticketing.tickets t where ${ticketsWhere(scope, filters)} limit ${counted}) c) as n`;
  });
  const found = await rows<{ id: number; n: number }>(trx, sql.join(counts, sql` union all `));
  const tickets = new Map(found.map(({ id, n }) => [id, n]));
  return views.map((view) => ({ ...view, tickets: tickets.get(view.id) ?? 0 }));
}

type Form = { name: string; query: string; shared: boolean };

export async function saveView({ trx, account }: UnitOfWork, user: string, form: Form): Promise<number> {
  const saved = await row<{ id: number }>(
    trx,
    sql`
    insert into ticketing.views (customer_account, user_id, name, query, shared)
    values (${account}, ${user}, ${form.name}, ${form.query.replace(/^\?/, "")}, ${form.shared})
    on conflict (customer_account, user_id, lower(name)) do update set name = excluded.name, query = excluded.query, shared = excluded.shared
    returning id`,
  );
  return saved?.id ?? 0;
}

/** @throws HttpError 404 for another's view, shared or not */
export async function deleteView({ trx, account }: UnitOfWork, user: string, id: number): Promise<string> {
  const gone = await row<{ name: string }>(
    trx,
    sql`
    delete from ticketing.views where customer_account = ${account} and id = ${id} and user_id = ${user} returning name`,
  );
  if (!gone) throw new HttpError(404, "There is no such view of yours.");
  return gone.name;
}
