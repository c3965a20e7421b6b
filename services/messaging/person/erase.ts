import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import type { DataSubject, SubjectRecordCount } from "../../kit/person-data";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { eraseInWebhooks } from "../../kit/webhooks";
import { takeOut } from "../contacts/changes";
import { contactIs, messagesTo, personCounts } from "./data";
import { cancelUnsent } from "./unsent";

/** What stands in the place of a number: different for each message of a blast, and no number. */
const anonymous = sql`'erased-' || m.seq`;
const erased = "Erased";

const MembershipRow = z.object({ group_id: z.number(), contact_id: z.number() });

/**
 * Takes a person out of everything that is not needed for the books, and makes the rest anonymous.
 * @throws HttpError 409 while a message to them is on its way
 */
export async function erasePerson(trx: Trx, account: string, whom: DataSubject): Promise<SubjectRecordCount[]> {
  const found = await personCounts(trx, account, whom);
  const members = await checkedRows(
    trx,
    MembershipRow,
    sql`
    select g.group_id, g.contact_id from messaging.group_contacts g
    join messaging.contacts c on c.customer_account = g.customer_account and c.id = g.contact_id
    where ${contactIs(account, whom)} order by g.group_id`,
  );
  for (const { group_id, contact_id } of members) await takeOut(trx, account, group_id, contact_id);
  await sql`delete from messaging.contacts c where ${contactIs(account, whom)}
    and not exists (select 1 from messaging.group_contacts g
      where g.customer_account = c.customer_account and g.contact_id = c.id)`.execute(trx);
  if (whom.msisdn) await eraseNumber(trx, account, whom.msisdn);
  return found;
}

const EntryRow = z.object({ id: z.number(), alone: z.boolean() });

async function eraseNumber(trx: Trx, account: string, msisdn: string): Promise<void> {
  await cancelUnsent(trx, account, msisdn);
  const rows = await checkedRows(
    trx,
    EntryRow,
    sql`
    select b.id, b.recipients = 1 as alone from ${messagesTo(account, msisdn)}`,
  );
  const blasts = rows.map(({ id }) => id);
  await eraseInWebhooks(trx, account, msisdn);
  await sql`
    delete from messaging.message_references r using messaging.messages m
    where r.customer_account = ${account} and m.customer_account = r.customer_account and m.blast_id = r.blast_id
      and m.seq = r.seq and m.blast_id = any(${blasts}::bigint[]) and m.msisdn = ${msisdn}`.execute(trx);
  await sql`
    delete from messaging.link_clicks k using messaging.messages m
    where k.customer_account = ${account} and m.customer_account = k.customer_account and m.blast_id = k.blast_id
      and m.seq = k.seq and m.blast_id = any(${blasts}::bigint[]) and m.msisdn = ${msisdn}`.execute(trx);
  await sql`
    update messaging.messages m set msisdn = ${anonymous}, name = '', text = case when m.text is null then null else ${erased} end,
      tries = case when m.status = 'unknown' then 2 else m.tries end
    where m.customer_account = ${account} and m.blast_id = any(${blasts}::bigint[]) and m.msisdn = ${msisdn}`.execute(
    trx,
  );
  // What was written to them alone with where its links lead, and the samples that the price kept.
  const alone = rows.filter((row) => row.alone).map(({ id }) => id);
  await sql`
    delete from messaging.short_links where customer_account = ${account} and blast_id = any(${alone}::bigint[])`.execute(
    trx,
  );
  await sql`
    update messaging.blasts set body = ${erased}, name = case when kind = 'express' then '' else name end
    where customer_account = ${account} and id = any(${alone}::bigint[])`.execute(trx);
  await sql`
    update messaging.blasts set price = jsonb_set(price, '{samples}', '[]')
    where customer_account = ${account} and id = any(${blasts}::bigint[]) and price -> 'samples' <> '[]'`.execute(trx);
  await sql`delete from messaging.inbox where customer_account = ${account} and msisdn = ${msisdn}`.execute(trx);
  await sql`delete from messaging.express_rows where customer_account = ${account} and msisdn = ${msisdn}`.execute(trx);
  await sql`delete from messaging.auto_replies where customer_account = ${account} and msisdn = ${msisdn}`.execute(trx);
  await sql`delete from messaging.expected_replies where customer_account = ${account} and msisdn = ${msisdn}`.execute(
    trx,
  );
  await sql`delete from messaging.stop_replies where customer_account = ${account} and msisdn = ${msisdn}`.execute(trx);
  // Files that people uploaded name the number in their own way: by its last nine digits.
  const like = `%${msisdn.slice(-9)}%`;
  await sql`
    delete from messaging.import_refused where customer_account = ${account}
      and translate(cells::text, ' -().', '') like ${like}`.execute(trx);
  await sql`
    update messaging.imports set preview = '[]', columns = '[]'
    where customer_account = ${account} and state <> 'running'
      and translate(preview::text || columns::text, ' -().', '') like ${like}`.execute(trx);
}

const some = 5_000;

/** Received messages go; sent ones are made anonymous, a blast at a time. Answers whether there is more of either. */
export async function forgetSome(trx: Trx, account: string, before: Date): Promise<{ removed: number; more: boolean }> {
  const gone = await sql`
    delete from messaging.inbox where customer_account = ${account} and id in (
      select id from messaging.inbox where customer_account = ${account} and received_at < ${before}
      order by received_at limit ${some})`.execute(trx);
  const received = Number(gone.numAffectedRows ?? 0);
  const row = await checkedRow(
    trx,
    IdRow,
    sql`
    select id from messaging.blasts where customer_account = ${account} and finished_at < ${before}
      and not (price ? 'forgotten') order by id limit 1 for update skip locked`,
  );
  const blast = row?.id;
  if (blast === undefined) return { removed: received, more: received === some };
  const sent = await sql`
    update messaging.messages m set msisdn = ${anonymous}, name = '', text = null
    where m.customer_account = ${account} and m.blast_id = ${blast} and m.seq in (
      select seq from messaging.messages where customer_account = ${account} and blast_id = ${blast}
        and msisdn not like 'erased-%' limit ${some})`.execute(trx);
  const count = Number(sent.numAffectedRows ?? 0);
  if (count < some) {
    // Their clicks go with the links, which lead nowhere from now on.
    await sql`delete from messaging.short_links where customer_account = ${account} and blast_id = ${blast}`.execute(
      trx,
    );
    await sql`
      update messaging.blasts set body = ${erased}, price = price || '{"samples": [], "forgotten": true}'
      where customer_account = ${account} and id = ${blast}`.execute(trx);
  }
  return { removed: received + count, more: true };
}
