import { sql } from "kysely";
import { z } from "zod";
import { recordConsents } from "../../kit/consents";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";

/** A member of a group who can be sent an SMS. `fields` are the merge fields of that group. */
const Recipient = z.object({
  contact_id: z.number(),
  msisdn: z.string(),
  name: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type Recipient = z.infer<typeof Recipient>;

const batchSize = 2_000;

/** Members by email alone have no number. */
const RecipientRow = Recipient.extend({ msisdn: z.string().nullable(), at: z.string() });

/**
 * The members with a number of these groups, in batches: group after group in the order given, each in the order of
 * joining. A person in two of the groups comes twice, each time with that group's fields.
 */
export async function* readRecipients(
  trx: Trx,
  account: string,
  groupIds: readonly number[],
): AsyncGenerator<Recipient[]> {
  for (const group of new Set(groupIds)) {
    let last: { at: string; contact_id: number } | undefined;
    for (;;) {
      const after = last && sql`and (added_at, contact_id) > (${last.at}::timestamptz, ${last.contact_id}::bigint)`;
      const rows = await checkedRows(
        trx,
        RecipientRow,
        sql`
        select contact_id, msisdn, name, fields, added_at::text as at
        from messaging.group_contacts
        where customer_account = ${account} and group_id = ${group} ${after ?? sql``}
        order by added_at, contact_id limit ${batchSize}`,
      );
      const members = rows.flatMap(({ contact_id, msisdn, name, fields }) =>
        msisdn === null ? [] : [{ contact_id, msisdn, name, fields }],
      );
      if (members.length > 0) yield members;
      last = rows.at(-1);
      if (!last || rows.length < batchSize) break;
    }
  }
}

/** Those of the groups that this account has, in order of their ids. */
export function listGroups(trx: Trx, account: string, groupIds: readonly number[]) {
  return trx
    .selectFrom("messaging.contact_groups")
    .select(["id", "name", "type", "contacts", "field_names"])
    .where("customer_account", "=", account)
    .where("id", "in", [...groupIds, 0])
    .orderBy("id")
    .execute();
}

const MsisdnRow = z.object({ msisdn: z.string() });

/** Those of the numbers (E.164) that must not be messaged. */
export async function blacklisted(trx: Trx, account: string, msisdns: readonly string[]): Promise<Set<string>> {
  if (msisdns.length === 0) return new Set();
  const rows = await checkedRows(
    trx,
    MsisdnRow,
    sql`
    select msisdn from messaging.blacklist
    where customer_account = ${account} and msisdn = any(${msisdns}::text[])`,
  );
  return new Set(rows.map((row) => row.msisdn));
}

const FreshRow = z.object({ fresh: z.boolean() });

/** The person asked for no more messages: undoing an import does not lift that. Answers false when the number was on the list already. */
export async function addStop(trx: Trx, account: string, msisdn: string, reason: string): Promise<boolean> {
  const row = await checkedRow(
    trx,
    FreshRow,
    sql`
    insert into messaging.blacklist as b (customer_account, msisdn, reason, source)
    values (${account}, ${msisdn}, ${reason}, 'stop')
    on conflict (customer_account, msisdn) do update set import_id = null where b.import_id is not null
    returning xmax = 0 as fresh`,
  );
  const added = row?.fresh === true;
  if (added) await recordConsents(trx, account, [msisdn], { change: "out", source: reason });
  return added;
}

/** The person wants messages again: lifts their own STOP, never what staff entered. Answers whether there was one. */
export async function removeStop(trx: Trx, account: string, msisdn: string, source = "Texted START"): Promise<boolean> {
  const removed = await trx
    .deleteFrom("messaging.blacklist")
    .where("customer_account", "=", account)
    .where("msisdn", "=", msisdn)
    .where("source", "=", "stop")
    .returning("id")
    .executeTakeFirst();
  if (removed) await recordConsents(trx, account, [msisdn], { change: "in", source });
  return removed !== undefined;
}
