import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import type { MailPlace } from "../codes";
import { countDay } from "../daily";
import { inForce, suppress } from "./store";

export type Unsubscribing = { address: string; sender: string; unsubscribed: boolean };

/** Whom a link is about; undefined when the mail, or its reader, was erased. */
export async function findUnsubscribing(
  trx: Trx,
  { account, mailing, seq }: MailPlace,
): Promise<Unsubscribing | undefined> {
  const { rows } = await sql<Unsubscribing>`
    select r.address, coalesce(nullif(m.company, ''), m.sender) as sender, exists (
      select from email.suppressions s where s.customer_account = ${account} and s.address = r.address and ${inForce}) as unsubscribed
    from email.recipients r join email.mailings m on m.customer_account = r.customer_account and m.id = r.mailing_id
    where r.customer_account = ${account} and r.mailing_id = ${mailing} and r.seq = ${seq}
      and r.address not like 'erased-%'`.execute(trx);
  return rows[0];
}

/** The reader gets no more mails of this account. Twice is once. */
export async function unsubscribe(trx: Trx, place: MailPlace, now: Date): Promise<Unsubscribing | undefined> {
  const found = await findUnsubscribing(trx, place);
  if (!found) return undefined;
  const { account, mailing, seq } = place;
  await suppress(trx, account, [found.address], {
    ...{ source: "unsubscribe", reason: "Clicked Unsubscribe in an email", mailing },
  });
  const marked = await sql`
    update email.recipients set unsubscribed_at = now()
    where customer_account = ${account} and mailing_id = ${mailing} and seq = ${seq} and unsubscribed_at is null`.execute(
    trx,
  );
  if (Number(marked.numAffectedRows ?? 0) > 0) await countDay(trx, account, now, { unsubscribes: 1 });
  return found;
}
