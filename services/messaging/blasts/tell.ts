import { sql } from "kysely";
import { z } from "zod";
import { webhookBatch } from "../../../rules/webhook-events";
import type { Trx } from "../../kit/database";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { tellWebhooks, type WebhookInterest } from "../../kit/webhooks";
import type { MessageStatus } from "./states";

/** A message whose end is known. */
export type EndedMessage = {
  blast: number;
  seq: number;
  msisdn: string;
  status: MessageStatus;
  reason: string;
  submitted_at: Date | null;
};

/** Statuses after which nothing more is heard of a message, or nothing more is waited for. */
const ends = new Set<MessageStatus>(["delivered", "failed", "expired", "rejected", "unknown", "suppressed"]);

const EndRow = z.object({ blast_id: z.number(), seq: z.number(), reference: z.string() });

/**
 * Has the account's web hooks told what became of messages, in the transaction that writes it.
 * @param interest what its web hooks want to hear of (kit/webhooks)
 */
export async function tellEnds(
  trx: Trx,
  account: string,
  interest: WebhookInterest,
  ended: readonly EndedMessage[],
): Promise<void> {
  const all = interest === "none" ? [] : ended.filter(({ status }) => ends.has(status));
  if (all.length === 0) return;
  const blasts = [...new Set(all.map(({ blast }) => blast))];
  const byProgram = new Set(
    (
      await checkedRows(
        trx,
        IdRow,
        sql`select id from messaging.blasts where customer_account = ${account}
          and id = any(${blasts}::bigint[]) and api_key_id is not null`,
      )
    ).map(({ id }) => id),
  );
  const named = new Map(
    (
      await checkedRows(
        trx,
        EndRow,
        sql`select r.blast_id, r.seq, r.reference from messaging.message_references r
          join unnest(${all.map(({ blast }) => blast)}::bigint[], ${all.map(({ seq }) => seq)}::int[]) w (blast, seq)
            on r.blast_id = w.blast and r.seq = w.seq
          where r.customer_account = ${account}`,
      )
    ).map(({ blast_id, seq, reference }) => [`${blast_id}-${seq}`, reference]),
  );
  const at = new Date().toISOString();
  for (const api of [true, false]) {
    const told = all
      .filter(({ blast }) => byProgram.has(blast) === api)
      .map(({ blast, seq, msisdn, status, reason, submitted_at }) => {
        const id = `${blast}-${seq}`;
        const reference = named.get(id) ?? null;
        return { id, to: msisdn, reference, status, reason, submitted_at: submitted_at?.toISOString() ?? null, at };
      });
    const requests: object[] = [];
    for (let from = 0; from < told.length; from += webhookBatch)
      requests.push({ messages: told.slice(from, from + webhookBatch) });
    await tellWebhooks(trx, account, "message.status", requests, { api });
  }
}
