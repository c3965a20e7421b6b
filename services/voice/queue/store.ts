import { sql } from "kysely";
import { z } from "zod";
import { isExtension } from "../../../rules/voice";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import type { VoiceUnitOfWork } from "../workspace/context";

type Arrival = {
  reference: string;
  queueReference: string;
  phoneNumber: string;
  number: { id: number; queue: string } | undefined;
};

/**
 * The waiting call that rings at an agent. Where the PBX names one it is that; else the agent's call is one of its own.
 * Calls between extensions wait in no queue.
 */
export async function ensureQueueCall(unit: VoiceUnitOfWork, given: Arrival): Promise<number | null> {
  const { reference, queueReference, phoneNumber, number } = given;
  if (isExtension(phoneNumber)) return null;
  return insertQueueCall(unit, {
    reference: queueReference || reference,
    phoneNumber,
    numberId: number?.id ?? null,
    queue: number?.queue ?? "",
  });
}

/** A customer waits. Answers the id, of the one that is there where the reference is known. */
export async function insertQueueCall(
  { trx, account, now }: VoiceUnitOfWork,
  call: { reference: string; phoneNumber: string; numberId: number | null; queue: string; flowCallId?: number },
): Promise<number> {
  await sql`
    insert into voice.queue_calls (customer_account, reference, number_id, queue, phone_number, enqueued_at, flow_call_id)
    values (${account}, ${call.reference}, ${call.numberId}, ${call.queue}, ${call.phoneNumber}, ${now},
      ${call.flowCallId ?? null})
    on conflict (customer_account, reference) do nothing`.execute(trx);
  const found = await checkedRow(
    trx,
    IdRow,
    sql`select id from voice.queue_calls where customer_account = ${account} and reference = ${call.reference}`,
  );
  return found?.id ?? 0;
}

/** The caller hung up before anybody answered. */
export async function abandonQueueCall(unit: VoiceUnitOfWork, reference: string): Promise<void> {
  const { trx, account, now } = unit;
  const found = await checkedRow(
    trx,
    IdRow,
    sql`update voice.queue_calls set abandoned_at = greatest(enqueued_at, ${now}::timestamptz)
      where customer_account = ${account} and reference = ${reference} and answered_at is null and abandoned_at is null
        and left_at is null returning id`,
  );
  if (found) unit.events.push({ kind: "voice.call", body: { id: found.id, status: "Abandoned", user: null, to: [] } });
}

/** The caller went on without an answer, to a step of this kind: neither answered nor abandoned. */
export async function leaveQueueCall(unit: VoiceUnitOfWork, reference: string, to: string): Promise<void> {
  const { trx, account, now } = unit;
  const found = await checkedRow(
    trx,
    IdRow,
    sql`update voice.queue_calls set left_at = greatest(enqueued_at, ${now}::timestamptz), left_for = ${to}
      where customer_account = ${account} and reference = ${reference} and answered_at is null and abandoned_at is null
        and left_at is null returning id`,
  );
  if (found) unit.events.push({ kind: "voice.call", body: { id: found.id, status: "Left", user: null, to: [] } });
}

/** An agent answered the caller, as the PBX says: the agent's own phone may say so first. */
export async function answerQueueCallAt(unit: VoiceUnitOfWork, reference: string, exten: string): Promise<void> {
  const { trx, account, now } = unit;
  await sql`
    update voice.queue_calls set answered_at = greatest(enqueued_at, ${now}::timestamptz),
      user_id = (select user_id from voice.extensions
        where customer_account = ${account} and exten = ${exten} and state = 'approved')
    where customer_account = ${account} and reference = ${reference} and answered_at is null and abandoned_at is null
      and left_at is null`.execute(trx);
}

const WaitingCount = z.object({ queue: z.string(), count: z.number() });

/** How many wait in each queue now. */
export async function countWaiting(trx: Trx, account: string, now: Date): Promise<Map<string, number>> {
  const found = await checkedRows(
    trx,
    WaitingCount,
    sql`select queue, count(*)::int as count from voice.queue_calls
      where customer_account = ${account} and answered_at is null and abandoned_at is null and left_at is null
        and enqueued_at > ${now}::timestamptz - ${longestWait}::interval group by queue`,
  );
  return new Map(found.map(({ queue, count }) => [queue, count]));
}

/** A customer whose PBX said nothing for so long has gone. */
export const longestWait = "2 hours";
