import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { scanned } from "../../kit/search-ranges";
import { FoundContact } from "../contract.found";
import { anywhere, indexed } from "./search";

/** A name is looked for in this many groups, the newest; each is one range of an index. */
const maxGroups = 200;

const ContactsRow = z.object({ contacts: z.number() });

/**
 * Contacts of any group by number or name, each once, with the newest of their groups. An account with few contacts is
 * read whole, and any fragment finds; above that, numbers and names that begin so, through the indexes.
 */
export async function findContacts(
  trx: Trx,
  account: string,
  q: string,
  limit: number,
): Promise<{ data: FoundContact[]; more: boolean }> {
  if (q === "") return { data: [], more: false };
  const held = await checkedRow(
    trx,
    ContactsRow,
    sql`
    select coalesce(sum(contacts), 0)::float8 as contacts from messaging.contact_groups
    where customer_account = ${account}`,
  );
  const small = (held?.contacts ?? 0) <= scanned;
  const member = sql`m.contact_id, m.group_id, m.msisdn, m.email, m.name`;
  const found = small ? inAll(account, q, member) : inIndexes(account, q, member, limit);
  const rows = await checkedRows(
    trx,
    FoundContact,
    sql`
    with found as materialized (${found}),
      once as (select distinct on (contact_id) * from found order by contact_id, group_id desc)
    select o.contact_id, o.group_id, g.name as group_name, o.msisdn, o.email, o.name
    from once o join messaging.contact_groups g on g.customer_account = ${account} and g.id = o.group_id
    order by lower(o.name), o.msisdn, o.contact_id limit ${limit + 1}`,
  );
  return { data: rows.slice(0, limit), more: rows.length > limit };
}

function inAll(account: string, q: string, member: RawBuilder<unknown>) {
  return sql`select ${member} from messaging.group_contacts m
    where m.customer_account = ${account} and ${anywhere(q, { names: true })} limit 10000`;
}

/** A number is looked for in each group as a name is: the index that answers has the group first. */
function inIndexes(account: string, q: string, member: RawBuilder<unknown>, limit: number) {
  const ranges = indexed(q, { names: true }).map(
    (condition) => sql`(select ${member} from messaging.group_contacts m
      where m.customer_account = ${account} and m.group_id = g.id and ${condition} limit ${limit + 1})`,
  );
  return sql`select f.* from (
      select id from messaging.contact_groups where customer_account = ${account} order by id desc limit ${maxGroups}) g
    cross join lateral (${sql.join(ranges, sql` union all `)}) f`;
}
