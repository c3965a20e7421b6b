import { sql } from "kysely";
import { z } from "zod";
import { isDuplicate, type Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdNameRow, IdRow, NameRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { recountLater } from "../clocks/recount-later";
import type { Disposition } from "../contract.settings";
import { idsWhere, writeTickets } from "../tickets/write";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { inUse } from "./stages";

const TypeRow = z.object({ id: z.number(), name: z.string(), tickets: z.number() });
type TypeRow = z.infer<typeof TypeRow>;

export function listTypes(trx: Trx, account: string): Promise<TypeRow[]> {
  return checkedRows(
    trx,
    TypeRow,
    sql`
    select id, name, (select count(*)::int from ticketing.tickets t where t.customer_account = y.customer_account
      and t.type_id = y.id and t.deleted_at is null and t.merged_into is null) as tickets
    from ticketing.types y where customer_account = ${account} order by lower(name)`,
  );
}

export async function saveType({ trx, account }: UnitOfWork, id: number | undefined, name: string): Promise<TypeRow> {
  const saved = await saved1(
    "type",
    name,
    checkedRow(
      trx,
      IdRow,
      id === undefined
        ? sql`insert into ticketing.types (customer_account, name) values (${account}, ${name}) returning id`
        : sql`update ticketing.types set name = ${name} where customer_account = ${account} and id = ${id} returning id`,
    ),
  );
  return {
    id: saved.id,
    name,
    tickets: (await listTypes(trx, account)).find((one) => one.id === saved.id)?.tickets ?? 0,
  };
}

async function saved1<T>(what: string, name: string, work: Promise<T | undefined>): Promise<T> {
  const saved = await work.catch((error: unknown) => {
    const words = `There is a ${what} named ${name} already.`;
    throw isDuplicate(error) ? new HttpError(422, words, { name: [words] }) : error;
  });
  if (!saved) throw new HttpError(404, `There is no such ${what}.`);
  return saved;
}

/** Deletes a type; its tickets, if any, get the one named in its place. Answers its name. @throws HttpError 404, 409 */
export async function deleteType(unit: UnitOfWork, id: number, replace: number | undefined): Promise<string> {
  const { trx, account } = unit;
  const type = await checkedRow(
    trx,
    NameRow,
    sql`select name from ticketing.types where customer_account = ${account} and id = ${id} for update`,
  );
  if (!type) throw new HttpError(404, "There is no such type.");
  const ids = await idsWhere(unit, sql`type_id = ${id}`);
  if (ids.length > 0) {
    const other = await checkedRow(
      trx,
      IdRow,
      sql`select id from ticketing.types where customer_account = ${account} and id = ${replace ?? 0} and id <> ${id}`,
    );
    if (!other) throw inUse(`Tickets use the type ${type.name}. Choose their new type.`);
    await writeTickets(unit, ids, { type_id: other.id }, { because: `the type ${type.name} was deleted` });
  }
  await sql`
    update ticketing.policies set type_ids = array_remove(type_ids, ${id}::bigint)
    where customer_account = ${account} and ${id}::bigint = any(type_ids)`.execute(trx);
  await sql`delete from ticketing.types where customer_account = ${account} and id = ${id}`.execute(trx);
  await recountLater(trx, account);
  return type.name;
}

const DispositionRow = z.object({
  id: z.number(),
  parent_id: z.number().nullable(),
  name: z.string(),
  tickets: z.number(),
});

export async function listDispositions(trx: Trx, account: string): Promise<Disposition[]> {
  const found = await checkedRows(
    trx,
    DispositionRow,
    sql`
    select id, parent_id, name, coalesce(c.tickets, 0) as tickets
    from ticketing.dispositions d left join (
      select id, sum(many)::int as tickets from (
        select disposition_id as id, count(*) as many from ticketing.tickets
        where customer_account = ${account} and deleted_at is null and merged_into is null group by 1
        union all
        select sub_disposition_id, count(*) from ticketing.tickets
        where customer_account = ${account} and sub_disposition_id is not null and deleted_at is null and merged_into is null
        group by 1) used group by id) c using (id)
    where customer_account = ${account} order by lower(name)`,
  );
  const items = (id: number) =>
    found
      .filter(({ parent_id }) => parent_id === id)
      .map(({ id: own, name, tickets }) => ({ id: own, title: name, tickets }));
  return found
    .filter(({ parent_id }) => parent_id === null)
    .map(({ id, name, tickets }) => ({ id, name, tickets, items: items(id) }));
}

export async function saveDisposition(
  { trx, account }: UnitOfWork,
  form: { id?: number | undefined; parent_id?: number | undefined; name: string },
): Promise<{ id: number; name: string }> {
  if (form.parent_id !== undefined) {
    const parent = await hasRows(
      trx,
      sql`
      select 1 from ticketing.dispositions where customer_account = ${account} and id = ${form.parent_id} and parent_id is null`,
    );
    if (!parent)
      throw new HttpError(422, "Choose a disposition from the list.", {
        parent_id: ["Choose a disposition from the list."],
      });
  }
  return saved1(
    "disposition",
    form.name,
    checkedRow(
      trx,
      IdNameRow,
      form.id === undefined
        ? sql`insert into ticketing.dispositions (customer_account, parent_id, name)
            values (${account}, ${form.parent_id ?? null}, ${form.name}) returning id, name`
        : sql`update ticketing.dispositions set name = ${form.name} where customer_account = ${account} and id = ${form.id} returning id, name`,
    ),
  );
}

const DispositionName = z.object({ name: z.string(), parent_id: z.number().nullable() });

export async function deleteDisposition(unit: UnitOfWork, id: number, replace: number | undefined): Promise<string> {
  const { trx, account } = unit;
  const one = await checkedRow(
    trx,
    DispositionName,
    sql`
    select name, parent_id from ticketing.dispositions where customer_account = ${account} and id = ${id} for update`,
  );
  if (!one) throw new HttpError(404, "There is no such disposition.");
  const top = one.parent_id === null;
  const ids = await idsWhere(unit, top ? sql`disposition_id = ${id}` : sql`sub_disposition_id = ${id}`);
  if (ids.length > 0) {
    const other = await checkedRow(
      trx,
      IdRow,
      sql`
      select id from ticketing.dispositions where customer_account = ${account} and id = ${replace ?? 0} and id <> ${id}
        and parent_id is not distinct from ${one.parent_id}`,
    );
    if (!other) throw inUse(`There are tickets with the disposition ${one.name}. Choose the one that they get.`);
    // A sub-disposition belongs to its own disposition and goes with it.
    const wanted = top ? { disposition_id: other.id, sub_disposition_id: null } : { sub_disposition_id: other.id };
    await writeTickets(unit, ids, wanted, { because: `the disposition ${one.name} was deleted` });
  }
  await sql`
    update ticketing.policies set disposition_ids = array_remove(disposition_ids, ${id}::bigint)
    where customer_account = ${account} and ${id}::bigint = any(disposition_ids)`.execute(trx);
  await sql`delete from ticketing.dispositions where customer_account = ${account} and id = ${id}`.execute(trx);
  await recountLater(trx, account);
  return one.name;
}
