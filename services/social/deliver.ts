import { sql } from "kysely";
import { z } from "zod";
import { replyWindow, tooMuch } from "../../rules/chat-channels";
import type { Contact, Message } from "../chat/contract.schemas";
import type { Handed } from "../connectors/message";
import { inAccount, type Trx } from "../kit/database";
import { checkedRow, checkedRows } from "../kit/row-schema";
import { hasRows } from "../kit/rows";
import { type ChannelRow, channelRows, noteError } from "./channels";
import { connectionFor } from "./connection";
import type { SocialContext } from "./deps";
import { insertBlockedCustomer } from "./incoming";
import type { OutgoingPayload } from "./network";
import { networkOverrides } from "./network-overrides";
import { networks } from "./networks";
import { isRehearsal } from "./rehearsal";
import { noteOptOut, retryUnmatchedLater } from "./status";

export type DeliveryResult = {
  status: "sent" | "failed" | "unknown" | "later";
  provider_id?: string;
  reason?: string;
  seconds?: number;
};

type OutgoingMessage = { message: Message; contact: Contact; external_id: string; file_id: string | null };

async function going({ deps }: SocialContext, account: string, id: number): Promise<OutgoingMessage | number> {
  const answer = await deps.clientsOfAccount(account).chat.outgoing({ params: { id } });
  return answer.status === 200 ? answer.body : answer.status;
}

/** Carries a queued message of the chat to its network, once (statement M18). */
export async function deliver(service: SocialContext, account: string, id: number): Promise<DeliveryResult> {
  const found = await going(service, account, id);
  if (found === 404) return { status: "failed", reason: "This message is no longer there." };
  if (typeof found === "number") return { status: "later", seconds: 10 };
  const { message, contact, external_id, file_id } = found;
  const [row] = await inAccount(service.db, account, (trx) =>
    channelRows(trx, account, sql`c.inbox_id = ${contact.inbox_id}`),
  );
  const why = !row ? "This channel is not connected." : deliveryRefusal(service, row, message, contact);
  if (!row || why) return { status: "failed", reason: why ?? "" };
  const file = file_id ? await service.deps.load(account, file_id) : undefined;
  if (file_id && !file) return { status: "failed", reason: "The file is no longer there." };
  const turn = await inAccount(service.db, account, (trx) =>
    takeTurn(trx, account, row, message.message_id, { external_id, media: file !== undefined }),
  );
  if (turn) return turn;
  const sent = isRehearsal(row, external_id)
    ? ({ kind: "sent", provider_id: `rehearsal:${message.message_id}` } as const)
    : waitedEnough(await hand(service, account, row, { to: external_id, message, contact, file }), message);
  return inAccount(service.db, account, (trx) => settle(trx, account, row, message.message_id, external_id, sent));
}

/** Seconds for which a fault that nobody explains is waited for. */
const timeoutSeconds = 900;

function waitedEnough(sent: Handed, { date }: Message): Handed {
  if (sent.kind !== "later" || !sent.words || Date.now() / 1000 - date < timeoutSeconds) return sent;
  return { kind: "refused", words: sent.words };
}

function hand(service: SocialContext, account: string, row: ChannelRow, load: OutgoingPayload): Promise<Handed> {
  const by = networkOverrides[row.channel];
  return by ? by.hand(service, account, row, load) : connectionFor(service.deps, account, row).hand(load);
}

/** What the channel refuses before the network does (M16, M19): the words stay with the message. */
function deliveryRefusal(
  { deps }: SocialContext,
  row: ChannelRow,
  message: Message,
  contact: Contact,
): string | undefined {
  if (!row.active) return "This channel is switched off.";
  if (row.stopped) return row.stopped;
  const now = Math.floor((deps.now?.() ?? new Date()).getTime() / 1000);
  const by = message.author === "agent" ? "person" : "system";
  // What the network takes at any time; whether it is approved, the network says.
  if (message.meta.template) return undefined;
  const open = replyWindow(contact.channel, contact.last_customer_at, now, by);
  if (!open.open) return open.words;
  return tooMuch(contact.channel, { text: message.data.text }, contact.user_id);
}

const TurnRow = z.object({
  state: z.string().nullable(),
  provider_id: z.string().nullable(),
  blocked: z.boolean(),
  many: z.number(),
  files: z.number(),
  /** When the message left that is the first to fall out of the day's number; null: there is room. */
  room: z.date().nullable(),
  /** Seconds of the customer's pace that were used up ahead of time. */
  borrowed: z.number(),
});

/** Notes that it leaves now; or what to do instead. The channel's row keeps senders in line. */
async function takeTurn(
  trx: Trx,
  account: string,
  row: ChannelRow,
  message: string,
  { external_id, media }: { external_id: string; media: boolean },
): Promise<DeliveryResult | undefined> {
  const { perSecond, between, burst = 1, mediaPerSecond = perSecond, perDay } = networks[row.channel].pace;
  await sql`select 1 from social.channels where customer_account = ${account} and id = ${row.id} for no key update`.execute(
    trx,
  );
  const now = await checkedRow(
    trx,
    TurnRow,
    sql`
    select (select state from social.outgoing where customer_account = ${account} and message_id = ${message}) as state,
      (select provider_id from social.outgoing where customer_account = ${account} and message_id = ${message}) as provider_id,
      exists (select from social.blocked_customers where customer_account = ${account} and channel_id = ${row.id} and external_id = ${external_id}) as blocked,
      (select count(*)::int from social.outgoing where customer_account = ${account} and channel_id = ${row.id}
        and at > now() - interval '1 second') as many,
      (select count(*)::int from social.outgoing where customer_account = ${account} and channel_id = ${row.id}
        and at > now() - interval '1 second' and media) as files,
      (select at from social.outgoing where customer_account = ${account} and channel_id = ${row.id} and ${perDay ?? 0}::int > 0
        and at > now() - interval '1 day' order by at desc offset ${Math.max(0, (perDay ?? 1) - 1)}::int limit 1) as room,
      coalesce((select extract(epoch from max(paced_until) - now())::float from social.outgoing where customer_account = ${account}
        and channel_id = ${row.id} and external_id = ${external_id} and message_id <> ${message} and state <> 'failed'
        and at > now() - interval '1 day'), 0) as borrowed`,
  );
  if (!now) throw new Error("the pace was not read");
  if (now.state === "sent") return { status: "sent", ...(now.provider_id ? { provider_id: now.provider_id } : {}) };
  if (now.blocked) return { status: "failed", reason: "The customer has blocked the bot." };
  const wait = now.borrowed - (burst - 1) * between;
  if (wait > 0) return { status: "later", seconds: wait };
  if (now.many >= perSecond || (media && now.files >= mediaPerSecond)) return { status: "later", seconds: 1 };
  // An hour at most: a message that waits says so again.
  if (now.room) return { status: "later", seconds: Math.min(3_600, Math.max(1, dayLeft(now.room))) };
  await sql`
    insert into social.outgoing (customer_account, message_id, channel_id, external_id, state, media, paced_until)
    values (${account}, ${message}, ${row.id}, ${external_id}, 'trying', ${media},
      now() + make_interval(secs => ${Math.max(0, now.borrowed) + between}))
    on conflict (customer_account, message_id) do update set state = 'trying', put_off = false, provider_id = null, at = now(),
      paced_until = excluded.paced_until`.execute(trx);
  return undefined;
}

/** Seconds until 24 hours have passed since then. */
const dayLeft = (since: Date) => 86_400 - (Date.now() - since.getTime()) / 1_000;

async function settle(
  trx: Trx,
  account: string,
  row: ChannelRow,
  message: string,
  external_id: string,
  sent: Handed,
): Promise<DeliveryResult> {
  const state = sent.kind === "sent" ? "sent" : sent.kind === "unknown" ? "unknown" : "failed";
  const provider_id = sent.kind === "sent" ? sent.provider_id : null;
  // News of it may have been faster than its answer.
  await sql`
    update social.outgoing set state = case when state = 'trying' or ${state} = 'sent' then ${state} else state end,
      provider_id = coalesce(${provider_id}, provider_id), put_off = ${sent.kind === "later"}
    where customer_account = ${account} and message_id = ${message}`.execute(trx);
  if (sent.kind === "sent") {
    await sql`
      update social.channels set last_sent_at = now() where customer_account = ${account} and id = ${row.id}`.execute(
      trx,
    );
    const found = await hasRows(
      trx,
      sql`
      select 1 from social.unmatched_receipts where customer_account = ${account} and channel_id = ${row.id} limit 1`,
    );
    if (found) await retryUnmatchedLater(trx, account, row.id, 1);
    return { status: "sent", provider_id: sent.provider_id };
  }
  if (sent.kind === "later") return { status: "later", seconds: sent.seconds };
  if (sent.kind === "unknown") {
    await noteError(trx, account, row.id, "The network did not answer, so a message may or may not have arrived.");
    return { status: "unknown" };
  }
  if (sent.optedOut) await noteOptOut(trx, account, external_id);
  if (sent.blocked) await insertBlockedCustomer(trx, account, row.id, external_id);
  else if (sent.stops) await noteError(trx, account, row.id, sent.words, true);
  return { status: "failed", reason: sent.words };
}

const RecallRow = z.object({ provider_id: z.string().nullable(), hours: z.number() });

/** Takes a message back where that can be done, while the network lets it. */
export async function recall(service: SocialContext, account: string, id: number): Promise<void> {
  const found = await going(service, account, id);
  if (typeof found === "number") return;
  const { row, sent } = await inAccount(service.db, account, async (trx) => {
    const [row] = await channelRows(trx, account, sql`c.inbox_id = ${found.contact.inbox_id}`);
    const rows = await checkedRows(
      trx,
      RecallRow,
      sql`
      select provider_id, extract(epoch from now() - at)::float / 3600 as hours from social.outgoing
      where customer_account = ${account} and message_id = ${found.message.message_id}`,
    );
    return { row, sent: rows[0] };
  });
  if (!row || !sent?.provider_id || sent.provider_id.startsWith("rehearsal:")) return;
  if (sent.hours >= (networks[row.channel].recallHours ?? 0)) return;
  await connectionFor(service.deps, account, row)
    .recall?.(sent.provider_id)
    .catch((error: Error) =>
      inAccount(service.db, account, (trx) =>
        noteError(trx, account, row.id, `A message could not be taken back: ${error.message}`),
      ),
    );
}
