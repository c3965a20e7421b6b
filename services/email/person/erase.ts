import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import type { DataSubject, SubjectRecordCount } from "../../kit/person-data";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { personCounts } from "./data";

/** What stands in the place of an address: different for each mail of a mailing, and no address. */
const anonymous = sql`'erased-' || seq`;

const ErasedMailing = z.object({ mailing_id: z.number(), status: z.string() });

/**
 * Takes a person out of what has not left, and makes anonymous what stays for the books.
 * @throws HttpError 409 while a mail to them is being handed over
 */
export async function erasePerson(trx: Trx, account: string, whom: DataSubject): Promise<SubjectRecordCount[]> {
  const found = await personCounts(trx, account, whom);
  const { email } = whom;
  if (!email) return found;
  const rows = await checkedRows(
    trx,
    ErasedMailing,
    sql`
    select mailing_id, status from email.recipients where customer_account = ${account} and address = ${email}
    order by mailing_id for update`,
  );
  if (rows.some(({ status }) => status === "sending"))
    throw new HttpError(409, "An email to this person is being sent. Erasing continues when it has left.");
  await sql`
    update email.recipients set status = 'cancelled', done_at = now()
    where customer_account = ${account} and address = ${email} and status = 'queued'`.execute(trx);
  await sql`
    delete from email.engagement e using email.recipients r where r.customer_account = ${account} and r.address = ${email}
      and e.customer_account = r.customer_account and e.mailing_id = r.mailing_id and e.seq = r.seq`.execute(trx);
  await sql`
    delete from email.link_clicks k using email.recipients r where r.customer_account = ${account} and r.address = ${email}
      and k.customer_account = r.customer_account and k.mailing_id = r.mailing_id and k.seq = r.seq`.execute(trx);
  await sql`
    update email.recipients set address = ${anonymous}, name = '', fields = '{}', reason = ''
    where customer_account = ${account} and address = ${email}`.execute(trx);
  const mailings = rows.map(({ mailing_id }) => mailing_id);
  await sql`
    update email.mailings set price = price || '{"samples": []}',
      first_address = case when first_address = ${email} then '' else first_address end
    where customer_account = ${account} and id = any(${mailings}::bigint[])`.execute(trx);
  // What was written to them alone.
  await sql`
    update email.mailings set subject = 'Erased', body = 'Erased', name = '',
      content = (content || '{"subject": "Erased", "html": "", "text": "Erased"}') - 'links' - 'calendar'
    where customer_account = ${account} and id = any(${mailings}::bigint[]) and recipients = 1`.execute(trx);
  await sql`delete from email.bounces where customer_account = ${account} and address = ${email}`.execute(trx);
  return found;
}

const some = 5_000;

/** Recipients of mailings that ended before a moment become anonymous, a mailing at a time. */
export async function forgetSome(trx: Trx, account: string, before: Date): Promise<{ removed: number; more: boolean }> {
  const row = await checkedRow(
    trx,
    IdRow,
    sql`
    select id from email.mailings where customer_account = ${account} and finished_at < ${before}
      and not (price ? 'forgotten') order by id limit 1 for update skip locked`,
  );
  const mailing = row?.id;
  if (mailing === undefined) return { removed: 0, more: false };
  const gone = await sql`
    update email.recipients set address = ${anonymous}, name = '', fields = '{}', reason = ''
    where customer_account = ${account} and mailing_id = ${mailing} and seq in (
      select seq from email.recipients where customer_account = ${account} and mailing_id = ${mailing}
        and address not like 'erased-%' limit ${some})`.execute(trx);
  const removed = Number(gone.numAffectedRows ?? 0);
  if (removed < some) {
    await sql`
      update email.mailings set price = price || '{"samples": [], "forgotten": true}', first_address = ''
      where customer_account = ${account} and id = ${mailing}`.execute(trx);
    await sql`delete from email.bounces where customer_account = ${account} and mailing_id = ${mailing}`.execute(trx);
    await sql`delete from email.link_clicks where customer_account = ${account} and mailing_id = ${mailing}`.execute(
      trx,
    );
    await sql`delete from email.engagement where customer_account = ${account} and mailing_id = ${mailing}`.execute(
      trx,
    );
  }
  return { removed, more: true };
}
