import { sql } from "kysely";
import { afterNoAnswer, callingHoursText, isCallingTime } from "../../../rules/outbound";
import type { CallStatus } from "../../../rules/voice";
import { HttpError } from "../../kit/serve";
import type { DispositionType } from "../contract.schemas";
import type { VoiceUnitOfWork } from "../workspace/context";
import { callingHours, findTargets, loadOutboundSettings, type TargetRow } from "./store";

/**
 * Whether an agent may call a number of a list now: it is theirs, its list is open, and it is a time to call. A call-back
 * that was promised has the time that the customer chose; its agent may call earlier.
 * @throws HttpError 403, 409
 */
export async function mustBeCallable(
  { trx, account, now }: VoiceUnitOfWork,
  id: number,
  user: string,
  phone: string,
): Promise<void> {
  const [found] = await findTargets(
    trx,
    account,
    sql`t.id = ${id} and t.phone_number = ${phone} and (t.group_id is null or (g.active and g.deleted_at is null))
      and ((t.state = 'assigned' and t.assigned_to = ${user})
        or (t.state = 'waiting' and t.group_id is null and t.owner_id = ${user}))`,
    sql`for update of t`,
  );
  if (!found) throw new HttpError(409, "This number is not yours to call any more. Ask for the next one.");
  if (found.group_id === null) return;
  const settings = await loadOutboundSettings(trx, account);
  const hours = callingHours(settings);
  if (!isCallingTime(now, settings.time_zone, hours))
    throw new HttpError(403, `Numbers of lists are called at these times: ${callingHoursText(hours)}.`);
}

/** What became of a number whose customer is called back at a time. */
export const callBackResult = "Call back";

type CallingAgent = { id: string; name: string };

/** A call to a number of a list begins: the number is the agent's until its end. */
export async function beginTargetCall(
  { trx, account, now }: VoiceUnitOfWork,
  { id, call, agent }: { id: number; call: number; agent: CallingAgent },
): Promise<void> {
  await sql`
    update voice.targets set attempts = attempts + 1, call_id = ${call}, changed_at = ${now}, state = 'assigned',
      assigned_to = ${agent.id}, assigned_name = ${agent.name}, assigned_at = coalesce(assigned_at, ${now})
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sql`update voice.calls set target_id = ${id} where customer_account = ${account} and id = ${call}`.execute(trx);
}

/** A call to a number of a list has ended: it is done, or called again, or was tried often enough. */
export async function endTargetCall(unit: VoiceUnitOfWork, call: number, status: CallStatus): Promise<void> {
  const [found] = await findTargets(
    unit.trx,
    unit.account,
    sql`t.call_id = ${call} and t.state = 'assigned'`,
    sql`for update of t`,
  );
  if (!found) return;
  if (status === "Complete") await writeState(unit, found.id, { state: "done", result: "Answered" });
  else if (status === "AnsweringMachine") await recycle(unit, found, "Answering machine", "machine");
  else await recycle(unit, found, "No answer");
}

/** What was said of the call decides: "Not reached" is called again although a voicemail answered. */
export async function disposeTarget(
  unit: VoiceUnitOfWork,
  call: number,
  { outcome, name }: Pick<DispositionType, "outcome" | "name">,
): Promise<void> {
  const [found] = await findTargets(unit.trx, unit.account, sql`t.call_id = ${call}`, sql`for update of t`);
  // A promised call-back stays, whatever is said of the call afterwards.
  if (!found || found.state === "assigned" || found.result === callBackResult) return;
  if (outcome === "again") await recycle(unit, found, name);
  else await writeState(unit, found.id, { state: outcome, result: name });
}

/** @param last what the number is when it was tried often enough */
async function recycle(
  unit: VoiceUnitOfWork,
  found: TargetRow,
  result: string,
  last: "given_up" | "machine" = "given_up",
): Promise<void> {
  const { max_attempts, retry_minutes } = await loadOutboundSettings(unit.trx, unit.account);
  const next = afterNoAnswer(found.attempts, { maxAttempts: max_attempts, retryMinutes: retry_minutes }, unit.now);
  const state = next.state === "waiting" ? next.state : last;
  await writeState(unit, found.id, { ...next, state, result });
}

type StateChange = { state: TargetRow["state"]; result: string; nextAt?: Date };

/** Writes what a number is now; no agent has it any more. */
export async function writeState(
  { trx, account, now }: VoiceUnitOfWork,
  id: number,
  { state, result, nextAt }: StateChange,
): Promise<void> {
  await sql`
    update voice.targets set state = ${state}, result = ${result}, next_at = coalesce(${nextAt ?? null}::timestamptz, next_at),
      assigned_to = '', assigned_name = '', assigned_at = null, changed_at = ${now}
    where customer_account = ${account} and id = ${id}`.execute(trx);
}

/** Minutes after which a number that an agent has and does not call is everybody's again. */
const idleMinutes = 30;

/** Gives back the numbers that agents have had before them for long without calling. */
export async function releaseIdleTargets({ trx, account, now }: VoiceUnitOfWork): Promise<void> {
  await sql`
    update voice.targets t set state = 'waiting', assigned_to = '', assigned_name = '', assigned_at = null, changed_at = ${now}
    where customer_account = ${account} and state = 'assigned'
      and assigned_at < ${now}::timestamptz - ${idleMinutes} * interval '1 minute'
      and not exists (select from voice.calls c
        where c.customer_account = ${account} and c.id = t.call_id and c.ended_at is null)`.execute(trx);
}
