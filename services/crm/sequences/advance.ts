import { sql } from "kysely";
import { type SequenceHours, stepDue } from "../../../rules/sequences";
import type { Trx } from "../../kit/database";
import { endPeople } from "../sequence-state/end";
import { findNextStep } from "./steps";

export type Clock = { zone: string; now: Date };
type Place = { person: number; sequence: number; step: number; hours: SequenceHours };

/** After a step the person waits for the next one, or is finished. */
export async function advance(
  trx: Trx,
  account: string,
  { person, sequence, step, hours }: Place,
  { zone, now }: Clock,
): Promise<void> {
  const next = await findNextStep(trx, account, { sequence, person, after: step });
  if (!next) {
    const end = { state: "finished", reason: "All steps were done." } as const;
    await endPeople(trx, account, sql`p.id = ${person}`, end);
    return;
  }
  await waitUntil(trx, account, person, { due: stepDue(now, next, { zone, hours }), step: next.id });
}

/** The next step is done, or tried again, at a moment. */
export async function waitUntil(
  trx: Trx,
  account: string,
  person: number,
  { due, step, trouble = "" }: { due: Date; step?: number; trouble?: string },
): Promise<void> {
  await sql`
    update crm.sequence_people set due_at = ${due}, trouble = ${trouble}, step_id = coalesce(${step ?? null}::bigint, step_id)
    where customer_account = ${account} and id = ${person} and state = 'active'`.execute(trx);
}
