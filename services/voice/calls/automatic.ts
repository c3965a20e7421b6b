import { sql } from "kysely";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { lockClaims } from "../agents/claims";
import type { VoiceUnitOfWork } from "../workspace/context";

type Rung = { reference: string; callId: string; queueReference: string };

/** The agent's phone rings for a call that the system placed: the call goes on under the phone's own reference. */
export async function takeAutomaticCall({ trx, account }: VoiceUnitOfWork, user: string, rung: Rung): Promise<void> {
  if (rung.queueReference === "") return;
  await sql`update voice.calls set reference = ${rung.reference}, call_id = ${rung.callId}
    where customer_account = ${account} and reference = ${rung.queueReference} and automatic and user_id = ${user}
      and not exists (select from voice.calls k where k.customer_account = ${account} and k.reference = ${rung.reference})`.execute(
    trx,
  );
}

/** An agent for whom a call is on its way calls no one else, and none is placed for them meanwhile. @throws HttpError 409 */
export async function mustNotBeKept(unit: VoiceUnitOfWork, user: string): Promise<void> {
  const { trx, account } = unit;
  await lockClaims(unit);
  const kept = await hasRows(
    trx,
    sql`select id from voice.calls where customer_account = ${account} and user_id = ${user} and automatic
      and ended_at is null limit 1`,
  );
  if (kept) throw new HttpError(409, "A customer is being called for you now. Wait for that call.");
}
