import { sql } from "kysely";
import { userIn } from "../../rules/x-threads";
import type { Trx } from "../kit/database";

/**
 * Forgets customers of a way in by their ids on the network: what the network posted of them (what was not looked at yet
 * is new and stays), what went to them, and that they wanted nothing more. @returns how many rows went
 */
export async function forgetCustomers(
  trx: Trx,
  account: string,
  { inbox_id, external_ids }: { inbox_id: number; external_ids: readonly string[] },
): Promise<number> {
  const ids = sql`${[...external_ids]}::text[]`;
  // What X posted names the person of a thread by their own id.
  const names = sql`${[...new Set(external_ids.map(userIn))]}::text[]`;
  // Disconnected channels too: their rows outlive them for some days.
  const theirs = sql`customer_account = ${account} and channel_id in (
    select id from social.channels where customer_account = ${account} and inbox_id = ${inbox_id})`;
  const blocked = await sql`delete from social.blocked_customers where ${theirs} and external_id = any(${ids})`.execute(
    trx,
  );
  const sent = await sql`delete from social.outgoing where ${theirs} and external_id = any(${ids})`.execute(trx);
  const files = await sql`delete from social.files where ${theirs} and external_id = any(${ids})`.execute(trx);
  const mails = await sql`delete from social.mails where ${theirs} and external_id = any(${ids})`.execute(trx);
  // What is listed still would come as new: those of the last days keep their id and nothing else of it.
  const reviews =
    await sql`delete from social.reviews where ${theirs} and review_id = any(${ids}) and seen_at < now() - interval '8 days'`.execute(
      trx,
    );
  await sql`update social.reviews set reply = '', trying = '' where ${theirs} and review_id = any(${ids})`.execute(trx);
  const unmatched = await sql`
    delete from social.unmatched_receipts p where ${theirs}
      and exists (select from unnest(${ids}) given where strpos(lower(p.item::text), lower(given)) > 0)`.execute(trx);
  const tweets = await sql`delete from social.tweets where ${theirs} and external_id = any(${ids})`.execute(trx);
  const windows = await sql`delete from social.reply_windows where ${theirs} and external_id = any(${ids})`.execute(
    trx,
  );
  const posted = await sql`
    delete from social.webhooks w where ${theirs} and done_at is not null
      and exists (select from unnest(${names}) given where strpos(lower(encode(w.body, 'escape')), lower(given)) > 0)`.execute(
    trx,
  );
  return [blocked, sent, files, mails, reviews, unmatched, tweets, windows, posted].reduce(
    (sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows),
    0,
  );
}

/**
 * Takes out the mails of tickets that are erased, and the raw mails that hold the address. Answers how many rows went.
 */
export async function forgetMails(
  trx: Trx,
  account: string,
  { ticket_ids, email }: { ticket_ids: readonly number[]; email?: string | undefined },
): Promise<number> {
  const mails = await sql`
    delete from social.mails where customer_account = ${account} and (ticket_id = any(${[...ticket_ids]}::bigint[])
      or (ticket_id is not null and external_id = ${email ?? null}))`.execute(trx);
  const posted = email
    ? await sql`
      delete from social.webhooks w using social.channels c where w.customer_account = ${account} and w.done_at is not null
        and c.customer_account = w.customer_account and c.id = w.channel_id and c.channel = 'email'
        and strpos(lower(encode(w.body, 'escape')), lower(${email})) > 0`.execute(trx)
    : undefined;
  return Number(mails.numAffectedRows ?? 0n) + Number(posted?.numAffectedRows ?? 0n);
}
