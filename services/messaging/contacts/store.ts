import { sql } from "kysely";
import { z } from "zod";
import type { ListSort } from "../../../rules/list-orders";
import { isDuplicate, type Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { plain } from "../../kit/plain";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { ContactGroup } from "../contract.contacts";

type GroupType = ContactGroup["type"];
const GroupRow = ContactGroup.extend({ created_at: z.date() });
type GroupRow = z.infer<typeof GroupRow>;

const columns = sql.raw("id, name, type, contacts, field_names, created_at");

function shown(row: GroupRow): ContactGroup {
  return { ...row, created_at: row.created_at.toISOString() };
}

const orderOf = namedOrders<ListSort<"groups">>(
  { created: [], name: keyColumn("text", sql`lower(name)`), contacts: keyColumn("bigint", "contacts") },
  keyColumn("bigint", "id"),
);

export async function groupPage(
  trx: Trx,
  account: string,
  asked: PageQuery & { q: string; type?: GroupType; sort: ListSort<"groups"> },
) {
  const page = await pageOfRows(trx, asked, {
    schema: GroupRow,
    select: columns,
    from: sql`messaging.contact_groups where customer_account = ${account}
      and (${asked.type ?? null}::text is null or type = ${asked.type ?? null})
      and (${asked.q} = '' or strpos(lower(name), lower(${asked.q})) > 0)`,
    order: orderOf(asked.sort),
  });
  return { ...page, data: page.data.map(shown) };
}

/** Every group of these types, by name. */
export async function allGroups(trx: Trx, account: string, types: readonly string[]): Promise<ContactGroup[]> {
  const rows = await checkedRows(
    trx,
    GroupRow,
    sql`
    select ${columns} from messaging.contact_groups
    where customer_account = ${account} and type = any(${types}::text[]) order by lower(name), id limit 5000`,
  );
  return rows.map(shown);
}

export async function loadGroup(trx: Trx, account: string, id: number): Promise<ContactGroup | undefined> {
  const found = await checkedRow(
    trx,
    GroupRow,
    sql`
    select ${columns} from messaging.contact_groups
    where customer_account = ${account} and id = ${id}`,
    { batched: true },
  );
  return found && shown(found);
}

/** The group, its row locked until the commit: its members and their count change one writer at a time. */
export async function lockGroup(trx: Trx, account: string, id: number): Promise<ContactGroup> {
  const row = await checkedRow(
    trx,
    GroupRow,
    sql`
    select ${columns} from messaging.contact_groups
    where customer_account = ${account} and id = ${id} for update`,
  );
  if (!row) throw new HttpError(404, "There is no such contact group.");
  return shown(row);
}

/** @throws HttpError 422 on the field `named` when another group of the type has the name */
export async function createGroup(
  trx: Trx,
  account: string,
  group: { name: string; type: GroupType },
  named = "name",
): Promise<ContactGroup> {
  const row = await checkedRow(
    trx,
    GroupRow,
    sql`
    insert into messaging.contact_groups (customer_account, name, type)
    values (${account}, ${plain(group.name)}, ${group.type})
    on conflict (customer_account, type, lower(name)) do nothing returning ${columns}`,
  );
  if (!row) throw nameTaken(group.name, named);
  return shown(row);
}

/** @throws HttpError 404, and 422 when another group of the type has the name */
export async function renameGroup(trx: Trx, account: string, id: number, name: string): Promise<ContactGroup> {
  const group = await lockGroup(trx, account, id);
  const taken = await hasRows(
    trx,
    sql`
    select 1 from messaging.contact_groups
    where customer_account = ${account} and type = ${group.type} and lower(name) = lower(${plain(name)}) and id <> ${id}`,
  );
  if (taken) throw nameTaken(name, "name");
  await sql`
    update messaging.contact_groups set name = ${plain(name)} where customer_account = ${account} and id = ${id}`
    .execute(trx)
    .catch((error: unknown) => {
      throw isDuplicate(error) ? nameTaken(name, "name") : error;
    });
  return { ...group, name: plain(name) };
}

function nameTaken(name: string, field: string): HttpError {
  const words = `There is a contact group named ${name} already.`;
  return new HttpError(422, words, { [field]: [words] });
}

const GotRow = z.object({ got: z.unknown() });

/**
 * Who adds contacts shares this lock, who takes contacts away or renumbers them has it alone: so no contact goes
 * while another transaction is putting it into a group. Held until the commit.
 */
export async function lockContacts(
  trx: Trx,
  account: string,
  how: "shared" | "alone" | "alone if free",
): Promise<boolean> {
  const call = {
    shared: "pg_advisory_xact_lock_shared",
    alone: "pg_advisory_xact_lock",
    "alone if free": "pg_try_advisory_xact_lock",
  };
  const row = await checkedRow(
    trx,
    GotRow,
    sql`
    select ${sql.raw(call[how])}(hashtextextended(${`messaging.contacts ${account}`}, 0)) as got`,
  );
  return row?.got !== false;
}

/**
 * Who adds several people at once holds this alone, until the commit and before the group's lock: two who add the same
 * people in another order would wait for each other for ever.
 */
export async function lockAdding(trx: Trx, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messaging.adding ${account}`}, 0))`.execute(trx);
}
