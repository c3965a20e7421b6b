import { sql } from "kysely";
import { recordConsents } from "../../kit/consents";
import type { Trx } from "../../kit/database";
import { bigints, texts } from "../../kit/rows";
import { stopBroadcasts } from "../stop";
import { type MessagePlace, messageName } from "./names";
import type { BroadcastRow } from "./store";

/** What became of a message, of the call that sent it or of a later status. */
export type Outcome =
  | { kind: "sent"; provider_id: string }
  | { kind: "unknown" }
  | { kind: "later"; seconds: number; words: string }
  | { kind: "refused"; words: string; code: number | null; stops: boolean; opted_out: boolean };

/** WhatsApp gives a customer no more advertising today. */
const enoughToday = 131_049;
/** A template is paused, is disabled, is not there, breaks the rules. */
const templateCodes: { readonly [code: number]: "paused" | "disabled" | "deleted" | "rejected" } = {
  ...{ 132015: "paused", 132016: "disabled", 132001: "deleted", 132007: "rejected" },
};
/** The number is held back for spam: more would make it worse. */
const heldBack = 131_048;
/** Turns on as many days, before a customer is given up. */
const maxDays = 4;

/** Where a row stands, for the condition of every change of it. */
function rowOf(account: string, { broadcast, seq }: Pick<MessagePlace, "broadcast" | "seq">) {
  return sql`customer_account = ${account} and broadcast_id = ${broadcast} and seq = ${seq}`;
}

/** Writes down what became of a message that was being sent. A status may have been faster: then it stays. */
export async function record(
  trx: Trx,
  account: string,
  broadcast: BroadcastRow,
  place: MessagePlace,
  outcome: Outcome,
): Promise<void> {
  const mine = sql`${rowOf(account, place)} and tries = ${place.tries}`;
  if (outcome.kind === "sent") {
    await sql`
      update whatsapp.recipients set provider_id = ${outcome.provider_id}, sent_at = coalesce(sent_at, now()), reason = '',
        state = case when state in ('sending', 'unknown', 'queued') then 'sent' else state end where ${mine}`.execute(
      trx,
    );
    return;
  }
  if (outcome.kind === "unknown") {
    await sql`
      update whatsapp.recipients set state = 'unknown', reason = ${unknownWords} where ${mine} and state = 'sending'`.execute(
      trx,
    );
    return;
  }
  if (outcome.kind === "later") {
    await sql`
      update whatsapp.recipients set state = 'waiting', reason = ${outcome.words},
        due_at = now() + make_interval(secs => ${outcome.seconds}) where ${mine} and state = 'sending'`.execute(trx);
    return;
  }
  await recordRefusal(trx, account, broadcast, place, outcome);
}

export const unknownWords = "WhatsApp did not answer: it may have arrived, and is not sent again before that is clear.";

type Refusal = Extract<Outcome, { kind: "refused" }>;

export async function recordRefusal(
  trx: Trx,
  account: string,
  broadcast: BroadcastRow,
  place: MessagePlace,
  { words, code, stops, opted_out }: Refusal,
): Promise<void> {
  const mine = sql`${rowOf(account, place)} and tries = ${place.tries} and state in ('sending', 'sent', 'unknown')`;
  const ended = broadcast.status === "finished" || broadcast.status === "cancelled";
  if (opted_out) await noteOptOut(trx, account, place, words);
  if (code === enoughToday && !ended && place.tries < maxDays) {
    // A day and some hours later: never the same day, wherever the customer is.
    await sql`
      update whatsapp.recipients set state = 'waiting', reason = ${words}, provider_id = null, sent_at = null,
        due_at = now() + interval '26 hours' where ${mine}`.execute(trx);
    return;
  }
  const template = code === null ? undefined : templateCodes[code];
  if ((template || stops || code === heldBack) && !ended) {
    // It is not this customer's fault: the row keeps its turn.
    await sql`
      update whatsapp.recipients set state = 'queued', reason = '', provider_id = null, sent_at = null
      where ${mine}`.execute(trx);
    if (template)
      await sql`
        update whatsapp.templates set status = ${template}, told_at = now()
        where customer_account = ${account} and id = ${broadcast.template_id} and status = 'approved'`.execute(trx);
    const where = template
      ? sql`b.template_id = ${broadcast.template_id}`
      : sql`b.channel_id = ${broadcast.channel_id}`;
    await stopBroadcasts(trx, account, where, words);
    return;
  }
  await sql`update whatsapp.recipients set state = 'failed', reason = ${words} where ${mine}`.execute(trx);
}

async function noteOptOut(trx: Trx, account: string, place: MessagePlace, words: string): Promise<void> {
  await sql`
    insert into whatsapp.opt_outs (customer_account, msisdn, source)
    select ${account}, msisdn, ${words.slice(0, 200)} from whatsapp.recipients where ${rowOf(account, place)}
    on conflict do nothing`.execute(trx);
}

/** A customer's wish about marketing, by themselves. */
export async function noteWish(
  trx: Trx,
  account: string,
  { msisdn, change, source, recorded }: { msisdn: string; change: "in" | "out"; source: string; recorded: boolean },
): Promise<void> {
  const { numAffectedRows = 0n } =
    change === "out"
      ? await sql`
          insert into whatsapp.opt_outs (customer_account, msisdn, source) values (${account}, ${msisdn}, ${source})
          on conflict do nothing`.execute(trx)
      : await sql`
          delete from whatsapp.opt_outs where customer_account = ${account} and msisdn = ${msisdn}`.execute(trx);
  if (numAffectedRows > 0n && !recorded) await recordConsents(trx, account, [msisdn], { change, source });
}

const ranks = { sent: 1, delivered: 2, read: 3 } as const;

/** What WhatsApp said of one try of a message. */
export type PlacedStatus = { place: MessagePlace; provider_id: string; status: keyof typeof ranks };

/**
 * Statuses of WhatsApp's, which never go back (statement M8): of several of one message the last one counts. One of an
 * earlier try of a row that is to be sent again says that it did arrive: then it is not.
 */
export async function recordStatuses(trx: Trx, account: string, statuses: readonly PlacedStatus[]): Promise<void> {
  const last = new Map<string, PlacedStatus>();
  for (const one of statuses) {
    const name = `${messageName(one.place)} ${one.provider_id}`;
    const known = last.get(name);
    if (!known || ranks[known.status] < ranks[one.status]) last.set(name, one);
  }
  if (last.size === 0) return;
  const told = [...last.values()];
  await sql`
    update whatsapp.recipients r set provider_id = n.provider_id, reason = '', sent_at = coalesce(sent_at, now()),
      delivered_at = case when n.rank >= 2 then coalesce(delivered_at, now()) else delivered_at end,
      read_at = case when n.rank >= 3 then coalesce(read_at, now()) else read_at end,
      state = case
        when r.state in ('delivered', 'read') and n.rank < case r.state when 'read' then 3 else 2 end then r.state
        else n.status end
    from unnest(${bigints(told.map(({ place }) => place.broadcast))}, ${bigints(told.map(({ place }) => place.seq))},
        ${bigints(told.map(({ place }) => place.tries))}, ${texts(told.map(({ provider_id }) => provider_id))},
        ${texts(told.map(({ status }) => status))}, ${bigints(told.map(({ status }) => ranks[status]))})
      n (broadcast_id, seq, tries, provider_id, status, rank)
    where r.customer_account = ${account} and r.broadcast_id = n.broadcast_id and r.seq = n.seq and r.tries = n.tries
      and r.state <> 'failed' and (r.provider_id is null or r.provider_id = n.provider_id)`.execute(trx);
}
