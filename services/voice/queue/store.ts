import { sql } from "kysely";
import { row } from "../../kit/rows";
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
  if (/^\d{2,6}$/.test(phoneNumber)) return null;
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
  call: { reference: string; phoneNumber: string; numberId: number | null; queue: string },
): Promise<number> {
  await sql`
    insert into voice.queue_calls (customer_account, reference, number_id, queue, phone_number, enqueued_at)
    values (${account}, ${call.reference}, ${call.numberId}, ${call.queue}, ${call.phoneNumber}, ${now})
    on conflict (customer_account, reference) do nothing`.execute(trx);
  const found = await row<{ id: number }>(
    trx,
    sql`select id from voice.queue_calls where customer_account = ${account} and reference = ${call.reference}`,
  );
  return found?.id ?? 0;
}

/** The caller hung up before anybody answered. */
export async function abandonQueueCall(unit: VoiceUnitOfWork, reference: string): Promise<void> {
  const { trx, account, now } = unit;
  const found = await row<{ id: number }>(
    trx,
    sql`update voice.queue_calls set abandoned_at = greatest(enqueued_at, ${now}::timestamptz)
      where customer_account = ${account} and reference = ${reference} and answered_at is null and abandoned_at is null
      returning id`,
  );
  if (found) unit.events.push({ kind: "voice.call", body: { id: found.id, status: "Abandoned", user: null, to: [] } });
}
