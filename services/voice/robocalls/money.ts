import { sql } from "kysely";
import { costCents } from "../../../rules/money";
import { systemActor, type VoiceContext } from "../workspace/context";
import { findRobocall, sumTargets } from "./store";

/** What billing calls the money of a robocall. */
export function holdName(id: number): string {
  return `call:robocall-${id}`;
}

/** Charges what the answered calls of a robocall that is over cost, and gives the rest back; once. */
export async function settleRobocall({ read, change, deps }: VoiceContext, account: string, id: number): Promise<void> {
  const [found, sums] = await read(account, async (trx) => [
    await findRobocall(trx, account, id),
    await sumTargets(trx, account, id),
  ]);
  if (!found || found.settled_at !== null) return;
  const settled = Math.min(found.held_cents, costCents(1, sums.cost));
  const body = { settled_cents: settled, released_cents: found.held_cents - settled, closed: true };
  const answer = await deps.clientsOfAccount(account).billing.settle({ params: { reference: holdName(id) }, body });
  // Nothing is held for a draft that was stopped.
  const none = answer.status === 404 && found.started_at === null;
  if (answer.status !== 201 && !none) throw new Error(`billing answered ${answer.status}: ${answer.body.message}`);
  await change(account, systemActor, async ({ trx, now }) => {
    await sql`update voice.robocalls set settled_at = ${now}, settled_cents = ${settled}
      where customer_account = ${account} and id = ${id}`.execute(trx);
  });
}
