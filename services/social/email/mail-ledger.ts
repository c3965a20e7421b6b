import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";

/** A mail that came or went (social.mails). */
const MailRow = z.object({
  key: z.string(),
  direction: z.enum(["in", "out"]),
  external_id: z.string(),
  contact_id: z.number().nullable(),
  /** The ticket it belongs to, instead of a conversation. */
  ticket_id: z.number().nullable(),
  message_id: z.string().nullable(),
  subject: z.string(),
  answers: z.array(z.string()),
  automatic: z.boolean(),
  cut: z.number().nullable(),
  at: z.date(),
});
export type MailRow = z.infer<typeof MailRow>;

const columns = sql`key, direction, external_id, contact_id, ticket_id::float as ticket_id, message_id, subject, answers, automatic, cut::float as cut, at`;

/** Mails by their keys, in the order of the keys. */
export async function mailsBy(trx: Trx, account: string, channel: number, keys: readonly string[]): Promise<MailRow[]> {
  if (keys.length === 0) return [];
  const rows = await checkedRows(
    trx,
    MailRow,
    sql`
    select ${columns} from social.mails where customer_account = ${account} and channel_id = ${channel}
      and key = any(${[...keys]}::text[])`,
  );
  return rows.sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
}

/** The customer's last mail: what a reply answers. */
export async function lastFrom(trx: Trx, account: string, channel: number, who: string): Promise<MailRow | undefined> {
  return checkedRow(
    trx,
    MailRow,
    sql`
    select ${columns} from social.mails where customer_account = ${account} and channel_id = ${channel}
      and external_id = ${who} and direction = 'in'
      and ticket_id is null order by at desc limit 1`,
  );
}

type NewMailRow = Pick<MailRow, "key" | "direction"> & Partial<Omit<MailRow, "key" | "direction">>;

/** Enters a mail. @returns whether it was not there yet */
export async function enter(trx: Trx, account: string, channel: number, mail: NewMailRow): Promise<boolean> {
  const {
    key,
    direction,
    external_id = "",
    contact_id = null,
    ticket_id = null,
    message_id = null,
    subject = "",
  } = mail;
  return hasRows(
    trx,
    sql`
    insert into social.mails (customer_account, channel_id, key, direction, external_id, contact_id, ticket_id, message_id,
      subject, answers, automatic, cut, at)
    values (${account}, ${channel}, ${key}, ${direction}, ${external_id}, ${contact_id}, ${ticket_id}, ${message_id}, ${subject},
      ${mail.answers ?? []}::text[], ${mail.automatic ?? false}, ${mail.cut ?? null}, coalesce(${mail.at ?? null}::timestamptz, now()))
    on conflict do nothing returning 1`,
  );
}

/** Whose thread a mail turned out to be in. */
export async function settle(trx: Trx, account: string, channel: number, mail: NewMailRow): Promise<void> {
  const {
    key,
    external_id = "",
    contact_id = null,
    ticket_id = null,
    subject = "",
    answers = [],
    automatic = false,
  } = mail;
  await sql`
    update social.mails set external_id = ${external_id}, contact_id = ${contact_id}, ticket_id = ${ticket_id}, subject = ${subject},
      answers = ${answers}::text[], automatic = ${automatic}
    where customer_account = ${account} and channel_id = ${channel} and key = ${key}`.execute(trx);
}

/** The mails of a ticket in its mailboxes, oldest first. */
export async function mailsOfTicket(trx: Trx, account: string, ticket: number): Promise<TicketMailRow[]> {
  const rows = await checkedRows(
    trx,
    TicketMailRow,
    sql`
    select channel_id::float as channel_id, key, direction from social.mails
    where customer_account = ${account} and ticket_id = ${ticket} and not automatic order by at desc, key limit 50`,
  );
  return rows.reverse();
}
const TicketMailRow = MailRow.pick({ key: true, direction: true }).extend({ channel_id: z.number() });
type TicketMailRow = z.infer<typeof TicketMailRow>;

/** A machine of ours wrote to them within the hour (statement M15); `besides` this very mail, which may come again. */
export async function answeredLately(
  trx: Trx,
  account: string,
  channel: number,
  who: string,
  besides: string,
): Promise<boolean> {
  // Two at once stand in line.
  await sql`select 1 from social.channels where customer_account = ${account} and id = ${channel} for no key update`.execute(
    trx,
  );
  return hasRows(
    trx,
    sql`
    select 1 from social.mails where customer_account = ${account} and channel_id = ${channel} and external_id = ${who}
      and key <> ${besides} and direction = 'out' and automatic and at > now() - interval '1 hour' limit 1`,
  );
}

export async function forgetOld(trx: Trx, account: string, channel: number): Promise<void> {
  await sql`
    delete from social.mails where customer_account = ${account} and channel_id = ${channel}
      and at < now() - interval '180 days'`.execute(trx);
}
