import { sql } from "kysely";
import type { Trx } from "../../kit/database";

/** A mail that came or went (social.mails). */
export type MailRow = {
  key: string;
  direction: "in" | "out";
  external_id: string;
  contact_id: number | null;
  /** The ticket it belongs to, instead of a conversation. */
  ticket_id: number | null;
  message_id: string | null;
  subject: string;
  answers: string[];
  automatic: boolean;
  cut: number | null;
  at: Date;
};

const columns = sql`key, direction, external_id, contact_id, ticket_id::float as ticket_id, message_id, subject, answers, automatic, cut::float as cut, at`;

/** Mails by their keys, in the order of the keys. */
export async function mailsBy(trx: Trx, account: string, channel: number, keys: readonly string[]): Promise<MailRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<MailRow>`
    select ${columns} from social.mails where customer_account = ${account} and channel_id = ${channel}
      and key = any(${[...keys]}::text[])`.execute(trx);
  return rows.sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
}

/** The customer's last mail: what a reply answers. */
export async function lastFrom(trx: Trx, account: string, channel: number, who: string): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    select ${columns} from social.mails where customer_account = ${account} and channel_id = ${channel}
      and external_id = ${who} and direction = 'in'
      and ticket_id is null order by at desc limit 1`.execute(trx);
  return rows[0];
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
  const { rows } = await sql`
    insert into social.mails (customer_account, channel_id, key, direction, external_id, contact_id, ticket_id, message_id,
      subject, answers, automatic, cut, at)
    values (${account}, ${channel}, ${key}, ${direction}, ${external_id}, ${contact_id}, ${ticket_id}, ${message_id}, ${subject},
      ${mail.answers ?? []}::text[], ${mail.automatic ?? false}, ${mail.cut ?? null}, coalesce(${mail.at ?? null}::timestamptz, now()))
    on conflict do nothing returning 1`.execute(trx);
  return rows.length > 0;
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
  const { rows } = await sql<TicketMailRow>`
    select channel_id::float as channel_id, key, direction from social.mails
    where customer_account = ${account} and ticket_id = ${ticket} and not automatic order by at desc, key limit 50`.execute(
    trx,
  );
  return rows.reverse();
}
type TicketMailRow = Pick<MailRow, "key" | "direction"> & { channel_id: number };

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
  const { rows } = await sql`
    select 1 from social.mails where customer_account = ${account} and channel_id = ${channel} and external_id = ${who}
      and key <> ${besides} and direction = 'out' and automatic and at > now() - interval '1 hour' limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function forgetOld(trx: Trx, account: string, channel: number): Promise<void> {
  await sql`
    delete from social.mails where customer_account = ${account} and channel_id = ${channel}
      and at < now() - interval '180 days'`.execute(trx);
}
