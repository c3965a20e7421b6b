import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows, NameRow } from "../../kit/row-schema";
import { networkFor } from "../blasts/networks";
import { messageStatuses } from "../contract.blasts";
import type { RecipientEvent, SmsRecipient } from "../contract.recipient";
import { messagesTo } from "../person/data";

/** Events of a kind that are shown. */
const most = 200;

const SentMessage = z.object({
  at: z.date(),
  blast_id: z.number(),
  blast: z.string(),
  sender: z.string(),
  text: z.string(),
  name: z.string(),
  status: z.enum(messageStatuses),
  reason: z.string(),
  parts: z.number(),
  delivered: z.number(),
  units: z.number(),
  done_at: z.date().nullable(),
  /** Of all messages, also of those beyond the limit. */
  messages: z.number(),
  all_units: z.number(),
});
type SentMessage = z.infer<typeof SentMessage>;

/** What the account sent to the number and what became of it; drafts are nothing yet. */
function loadSent(trx: Trx, account: string, msisdn: string): Promise<SentMessage[]> {
  return checkedRows(
    trx,
    SentMessage,
    sql`
      select x.*, (count(*) over ())::int as messages, (sum(units) over ())::bigint as all_units from (
      select coalesce(m.submitted_at, b.started_at, b.send_at, b.created_at) as at, b.id as blast_id, b.name as blast,
        b.sender, m.name, coalesce(m.text, b.body) as text, m.status, m.reason, m.parts,
        bit_count(m.done_mask::bit(32))::int as delivered,
        (bit_count(m.sent_mask::bit(32)) * coalesce(m.part_price, b.part_price))::int as units, m.done_at
      from ${messagesTo(account, msisdn)} and b.status <> 'draft') x order by blast_id desc limit ${most + 1}`,
  );
}

const ReceivedRow = z.object({ at: z.date(), to: z.string(), text: z.string(), messages: z.number() });

const ConsentRow = z.object({ at: z.date(), change: z.enum(["in", "out"]), source: z.string(), by: z.string() });

const BlacklistRow = z.object({ at: z.date(), reason: z.string() });

/** One number with everything between it and the account, in order. */
export async function loadRecipient(trx: Trx, account: string, msisdn: string): Promise<SmsRecipient> {
  const [sent, received, consents, stopped, contact] = await Promise.all([
    loadSent(trx, account, msisdn),
    checkedRows(
      trx,
      ReceivedRow,
      sql`select received_at as at, sent_to as to, text, (count(*) over ())::int as messages from messaging.inbox
        where customer_account = ${account} and msisdn = ${msisdn} order by id desc limit ${most + 1}`,
    ),
    checkedRows(
      trx,
      ConsentRow,
      sql`select at, change, source, by from events.consents
        where customer_account = ${account} and contact = ${msisdn} order by id desc limit ${most + 1}`,
    ),
    checkedRows(
      trx,
      BlacklistRow,
      sql`select created_at as at, reason from messaging.blacklist
        where customer_account = ${account} and msisdn = ${msisdn}`,
    ),
    checkedRows(
      trx,
      NameRow,
      sql`select name from messaging.contacts where customer_account = ${account} and msisdn = ${msisdn}`,
    ),
  ]);
  const events: RecipientEvent[] = [
    ...sent.slice(0, most).map(asSent),
    ...received
      .slice(0, most)
      .map(({ at, to, text }) => ({ kind: "received" as const, at: at.toISOString(), to, text })),
    ...consents.slice(0, most).map(({ at, change, source, by }) => ({
      ...{ kind: change === "out" ? ("opted out" as const) : ("opted in" as const), at: at.toISOString(), source, by },
    })),
  ];
  const [stop] = stopped;
  return {
    msisdn,
    name: contact[0]?.name || sent.find(({ name }) => name !== "")?.name || "",
    network: networkFor(msisdn),
    opted_out: stop ? { at: stop.at.toISOString(), reason: stop.reason } : null,
    sent: sent[0]?.messages ?? 0,
    received: received[0]?.messages ?? 0,
    charged_cents: centsOf(sent[0]?.all_units ?? 0),
    events: events.sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)),
    more: [sent, received, consents].some(({ length }) => length > most),
  };
}

function asSent({
  at,
  name: _,
  messages: _all,
  all_units: _units,
  delivered,
  units,
  done_at,
  ...row
}: SentMessage): RecipientEvent {
  return {
    ...row,
    kind: "sent",
    at: at.toISOString(),
    parts_delivered: delivered,
    charged_cents: centsOf(units),
    done_at: done_at?.toISOString() ?? null,
  };
}

/** Prices are in 1/10,000 KES. */
function centsOf(units: number): number {
  return units / 100;
}
