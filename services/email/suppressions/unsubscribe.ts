import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { MailPlace } from "../codes";
import type { Preferences } from "../contract.suppressions";
import { countDay } from "../daily";
import { type ChosenList, inForce, suppress, takeOff } from "./store";

const FoundMail = z.object({
  address: z.string(),
  sender: z.string(),
  list_id: z.number().nullable(),
  list: z.string(),
  /** What stops all mails; null: nothing does. */
  stopped_by: z.string().nullable(),
});
type FoundMail = z.infer<typeof FoundMail>;
const FoundList = z.object({ id: z.number(), name: z.string(), description: z.string(), left: z.boolean() });
type FoundList = z.infer<typeof FoundList>;

async function findMail(trx: Trx, { account, mailing, seq }: MailPlace): Promise<FoundMail | undefined> {
  return checkedRow(
    trx,
    FoundMail,
    sql`
    select r.address, coalesce(nullif(m.company, ''), m.sender) as sender, m.list_id, coalesce(l.name, '') as list, (
      select s.source from email.suppressions s where s.customer_account = ${account} and s.address = r.address
        and s.list_id is null and ${inForce}) as stopped_by
    from email.recipients r join email.mailings m on m.customer_account = r.customer_account and m.id = r.mailing_id
    left join email.lists l on l.customer_account = m.customer_account and l.id = m.list_id
    where r.customer_account = ${account} and r.mailing_id = ${mailing} and r.seq = ${seq}
      and r.address not like 'erased-%'`,
  );
}

/** The lists that a reader chooses from: those in use, and that of the mail before their eyes. */
async function findLists(trx: Trx, account: string, { address, list_id }: FoundMail): Promise<FoundList[]> {
  return checkedRows(
    trx,
    FoundList,
    sql`
    select l.id, l.name, l.description, exists (
      select from email.suppressions s where s.customer_account = ${account} and s.address = ${address}
        and s.list_id = l.id and ${inForce}) as left
    from email.lists l where l.customer_account = ${account} and (l.archived_at is null or l.id = ${list_id}::bigint)
    order by lower(l.name)`,
  );
}

/** Whom a link is about and what they get; undefined when the mail, or its reader, was erased. */
export async function findPreferences(trx: Trx, place: MailPlace): Promise<Preferences | undefined> {
  const mail = await findMail(trx, place);
  if (!mail) return undefined;
  const { address, sender, list, list_id, stopped_by } = mail;
  const stopped = stopped_by !== null;
  const lists = await findLists(trx, place.account, mail);
  return {
    ...{ address, sender, list, stopped, may_return: stopped_by === "unsubscribe" },
    unsubscribed: stopped || lists.some(({ id, left }) => id === list_id && left),
    lists: lists.map(({ id, name, description, left }) => ({ id, name, description, gets: !stopped && !left })),
  };
}

/**
 * The reader gets no more mails of the list that theirs was sent for, or none of this account when it was for no list.
 * Twice is once.
 */
export async function unsubscribe(trx: Trx, place: MailPlace, now: Date): Promise<Preferences | undefined> {
  const mail = await findMail(trx, place);
  if (!mail) return undefined;
  const list = mail.list_id === null ? undefined : { id: mail.list_id, name: mail.list };
  await leave(trx, place, mail.address, list);
  await markLeft(trx, place, now);
  return findPreferences(trx, place);
}

function leave(trx: Trx, { account, mailing }: MailPlace, address: string, list: ChosenList | undefined) {
  return suppress(trx, account, [address], {
    ...{ source: "unsubscribe", reason: "Clicked Unsubscribe in an email", mailing, list },
  });
}

async function markLeft(trx: Trx, { account, mailing, seq }: MailPlace, now: Date): Promise<void> {
  const marked = await sql`
    update email.recipients set unsubscribed_at = now()
    where customer_account = ${account} and mailing_id = ${mailing} and seq = ${seq} and unsubscribed_at is null`.execute(
    trx,
  );
  if (Number(marked.numAffectedRows ?? 0) > 0) await countDay(trx, account, now, { unsubscribes: 1 });
}

/**
 * What the reader chose: the lists that they get, of those they were shown. With none they get no mails at all.
 * @throws HttpError 409 where the sender may not write to this address, whatever is chosen
 */
export async function setPreferences(
  trx: Trx,
  place: MailPlace,
  chosen: readonly number[],
  now: Date,
): Promise<Preferences | undefined> {
  const { account } = place;
  const mail = await findMail(trx, place);
  if (!mail) return undefined;
  const { address, stopped_by } = mail;
  const lists = await findLists(trx, account, mail);
  const gets = lists.filter(({ id }) => chosen.includes(id));
  if (gets.length === 0) {
    await leave(trx, place, address, undefined);
    await markLeft(trx, place, now);
    return findPreferences(trx, place);
  }
  if (stopped_by !== null && stopped_by !== "unsubscribe")
    throw new HttpError(409, `${mail.sender} sends no emails to this address. Write to them if you want emails again.`);
  if (stopped_by !== null) await takeOff(trx, account, address, undefined);
  for (const list of lists)
    if (gets.includes(list)) await takeOff(trx, account, address, list);
    else await leave(trx, place, address, list);
  if (lists.some((list) => list.id === mail.list_id && !gets.includes(list))) await markLeft(trx, place, now);
  return findPreferences(trx, place);
}
