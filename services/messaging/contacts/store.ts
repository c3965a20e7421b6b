import { sql } from "kysely";
import type { ListSort } from "../../../rules/list-orders";
import { isDuplicate, type Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { plain } from "../../kit/plain";
import { row } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { ContactGroup } from "../contract.contacts";

type GroupType = ContactGroup["type"];
type GroupRow = Omit<ContactGroup, "created_at"> & { created_at: Date };

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
  const page = await pageOfRows<GroupRow>(trx, asked, {
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
  const { rows } = await sql<GroupRow>`
    select ${columns} from messaging.contact_groups
    where customer_account = ${account} and type = any(${types}::text[]) order by lower(name), id limit 5000`.execute(
    trx,
  );
  return rows.map(shown);
}

export async function loadGroup(trx: Trx, account: string, id: number): Promise<ContactGroup | undefined> {
  const found = await row<GroupRow>(
    trx,
    sql`
    select ${columns} from messaging.contact_groups
    where customer_account = ${account} and id = ${id}`,
    { batched: true },
  );
  return found && shown(found);
}

/** The group, its row locked until the commit: its members and their count change one writer at a time. */
export async function lockGroup(trx: Trx, account: string, id: number): Promise<ContactGroup> {
  const { rows } = await sql<GroupRow>`
    select ${columns} from messaging.contact_groups
    where customer_account = ${account} and id = ${id} for update`.execute(trx);
  if (!rows[0]) throw new HttpError(404, "There is no such contact group.");
  return shown(rows[0]);
}

/** @throws HttpError 422 on the field `named` when another group of the type has the name */
export async function createGroup(
  trx: Trx,
  account: string,
  group: { name: string; type: GroupType },
  named = "name",
): Promise<ContactGroup> {
  const { rows } = await sql<GroupRow>`
    insert into messaging.contact_groups (customer_account, name, type)
    values (${account}, ${plain(group.name)}, ${group.type})
    on conflict (customer_account, type, lower(name)) do nothing returning ${columns}`.execute(trx);
  if (!rows[0]) throw nameTaken(group.name, named);
  return shown(rows[0]);
}

/** @throws HttpError 404, and 422 when another group of the type has the name */
export async function renameGroup(trx: Trx, account: string, id: number, name: string): Promise<ContactGroup> {
  const group = await lockGroup(trx, account, id);
  const { rows: taken } = await sql`
    select 1 from messaging.contact_groups
    where customer_account = ${account} and type = ${group.type} and lower(name) = lower(${plain(name)}) and id <> ${id}`.execute(
    trx,
  );
  if (taken.length > 0) throw nameTaken(name, "name");
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
  const { rows } = await sql<{ got: unknown }>`
    select ${sql.raw(call[how])}(hashtextextended(${`messaging.contacts ${account}`}, 0)) as got`.execute(trx);
  return rows[0]?.got !== false;
}

/**
 * Who adds several people at once holds this alone, until the commit and before the group's lock: two who add the same
 * people in another order would wait for each other for ever.
 */
export async function lockAdding(trx: Trx, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messaging.adding ${account}`}, 0))`.execute(trx);
}
