import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { rows } from "../../kit/rows";
import { networkFor } from "../blasts/networks";
import type { MessageStatus } from "../blasts/states";
import type { RecipientEvent, SmsRecipient } from "../contract.recipient";
import { messagesTo } from "../person/data";

/** Events of a kind that are shown. */
const most = 200;

type SentMessage = {
  at: Date;
  blast_id: number;
  blast: string;
  sender: string;
  text: string;
  name: string;
  status: MessageStatus;
  reason: string;
  parts: number;
  delivered: number;
  units: number;
  done_at: Date | null;
  /** Of all messages, also of those beyond the limit. */
  messages: number;
  all_units: number;
};

/** What the account sent to the number and what became of it; drafts are nothing yet. */
function loadSent(trx: Trx, account: string, msisdn: string): Promise<SentMessage[]> {
  return rows<SentMessage>(
    trx,
    sql`
      select x.*, (count(*) over ())::int as messages, (sum(units) over ())::bigint as all_units from (
      select coalesce(m.submitted_at, b.started_at, b.send_at, b.created_at) as at, b.id as blast_id, b.name as blast,
        b.sender, m.name, coalesce(m.text, b.body) as text, m.status, m.reason, m.parts,
        bit_count(m.done_mask::bit(32))::int as delivered,
        (bit_count(m.sent_mask::bit(32)) * coalesce(m.part_price, b.part_price))::int as units, m.done_at
      from ${messagesTo(account, msisdn)} and b.status <> 'draft') x order by blast_id desc limit ${most + 1}`,
  );
}

/** One number with everything between it and the account, in order. */
export async function loadRecipient(trx: Trx, account: string, msisdn: string): Promise<SmsRecipient> {
  const [sent, received, consents, stopped, contact] = await Promise.all([
    loadSent(trx, account, msisdn),
    rows<{ at: Date; to: string; text: string; messages: number }>(
      trx,
      sql`select received_at as at, sent_to as to, text, (count(*) over ())::int as messages from messaging.inbox
        where customer_account = ${account} and msisdn = ${msisdn} order by id desc limit ${most + 1}`,
    ),
    rows<{ at: Date; change: "in" | "out"; source: string; by: string }>(
      trx,
      sql`select at, change, source, by from events.consents
        where customer_account = ${account} and contact = ${msisdn} order by id desc limit ${most + 1}`,
    ),
    rows<{ at: Date; reason: string }>(
      trx,
      sql`select created_at as at, reason from messaging.blacklist
        where customer_account = ${account} and msisdn = ${msisdn}`,
    ),
    rows<{ name: string }>(
      trx,
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
