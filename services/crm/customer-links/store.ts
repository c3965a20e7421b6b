import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { customerRelations } from "../../../rules/customer-links";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import type { CustomerLink } from "../contract.customers";

const Row = z.object({
  id: z.number(),
  first: z.string(),
  second: z.string(),
  relation: z.enum(customerRelations),
  by: z.string(),
  at: z.date(),
});

const columns = sql`id, first_key as first, second_key as second, relation, by, at`;

function fromRow({ at, ...link }: z.infer<typeof Row>): CustomerLink {
  return { ...link, at: at.toISOString() };
}

/** These numbers and addresses and all that are joined with them, as the rows of `key`. */
function joinedKeys(account: string, keys: readonly string[]): RawBuilder<unknown> {
  return sql`with recursive theirs(key) as (
      select unnest(${texts(keys)}) collate "C"
      union
      select case when l.first_key = t.key then l.second_key else l.first_key end
      from theirs t join crm.customer_links l on l.customer_account = ${account} and l.relation = 'same'
        and t.key in (l.first_key, l.second_key))
    select key from theirs`;
}

/** What is said of these numbers and addresses and of all that are joined with them, in the order in which it was said. */
export async function listLinks(trx: Trx, account: string, keys: readonly string[]): Promise<CustomerLink[]> {
  if (keys.length === 0) return [];
  const found = await checkedRows(
    trx,
    Row,
    sql`with known as materialized (${joinedKeys(account, keys)})
      select ${columns} from crm.customer_links
      where customer_account = ${account}
        and (first_key in (select key from known) or second_key in (select key from known))
      order by id limit 500`,
  );
  return found.map(fromRow);
}

const KeyRow = z.object({ key: z.string() });

/** These and all that are joined with them. */
export async function listJoined(trx: Trx, account: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const found = await checkedRows(trx, KeyRow, joinedKeys(account, keys));
  return found.map(({ key }) => key);
}

/** Says it of the two, in the place of what was said of them before. */
export async function saveLink(
  trx: Trx,
  account: string,
  { first, second, relation, by }: Pick<CustomerLink, "first" | "second" | "relation" | "by">,
): Promise<CustomerLink> {
  const saved = await checkedRow(
    trx,
    Row,
    sql`insert into crm.customer_links (customer_account, first_key, second_key, relation, by)
      values (${account}, ${first}, ${second}, ${relation}, ${by})
      on conflict (customer_account, first_key, second_key)
      do update set relation = excluded.relation, by = excluded.by, at = now()
      returning ${columns}`,
  );
  if (!saved) throw new Error("The link was not written.");
  return fromRow(saved);
}

/** Takes a link away and answers it; undefined where there is none. */
export async function dropLink(trx: Trx, account: string, id: number): Promise<CustomerLink | undefined> {
  const gone = await checkedRow(
    trx,
    Row,
    sql`delete from crm.customer_links where customer_account = ${account} and id = ${id} returning ${columns}`,
  );
  return gone && fromRow(gone);
}

/** Whatever is said of one of these goes. */
export async function eraseLinks(trx: Trx, account: string, keys: readonly string[]): Promise<void> {
  await sql`delete from crm.customer_links where customer_account = ${account}
    and (first_key = any(${texts(keys)}) or second_key = any(${texts(keys)}))`.execute(trx);
}
