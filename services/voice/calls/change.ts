import { sql } from "kysely";
import { type CallState, type CallStatus, isAnswered, isEnded, nextStatus } from "../../../rules/voice";
import { releaseCallClaim } from "../agents/claims";
import { beginPendingBreak } from "../agents/store";
import { endTargetCall } from "../targets/after-call";
import { tell, type VoiceUnitOfWork } from "../workspace/context";
import type { CallRow } from "./store";

type Change = {
  state: CallState;
  /** What the phone measured, in seconds. */
  callDuration?: number | undefined;
  holdDuration?: number | undefined;
  ringDuration?: number | undefined;
  /** An answering machine took the call. */
  machine?: boolean | undefined;
};

/**
 * Writes what a call is now: an event in any case, and the call itself while it has not ended. However its events race,
 * the first end stands; the caller holds the call's lock.
 */
export async function changeCall(unit: VoiceUnitOfWork, call: CallRow, change: Change): Promise<CallStatus> {
  const { trx, account, now } = unit;
  const { state } = change;
  const answeredNow = isAnswered(state) || (change.callDuration ?? 0) > 0;
  const answered = call.answered_at !== null || (answeredNow && !isEnded(call.status));
  const ringSeconds = ringTime(call, change, now);
  const told = nextStatus({ type: call.type, status: call.status, answered, ringSeconds }, state);
  const status = change.machine && told === "Failed" ? "AnsweringMachine" : told;
  await addEvent(unit, call.id, state, status);
  if (isEnded(call.status)) return call.status;
  const ended = isEnded(status);
  // What the phone measured counts; where it says nothing, the log's own clock.
  const answeredAt =
    call.answered_at ?? (answered ? new Date(now.getTime() - (ended ? (change.callDuration ?? 0) : 0) * 1000) : null);
  const talked = ended && answeredAt ? (change.callDuration ?? wholeSeconds(answeredAt, now)) : call.talk_seconds;
  const held = Math.min(change.holdDuration ?? call.hold_seconds, talked);
  const wraps = ended && status === "Complete" && !call.consultation;
  await sql`
    update voice.calls set state = ${state}, status = ${status}, changed_at = ${now}, answered_at = ${answeredAt},
      ring_seconds = ${ringSeconds}, talk_seconds = ${talked}, hold_seconds = ${ended ? held : call.hold_seconds},
      ended_at = ${ended ? now : null},
      wrap_until = ${
        wraps
          ? sql`${now}::timestamptz + (select wrap_up_seconds from voice.settings where customer_account = ${account})
        * interval '1 second'`
          : null
      }
    where customer_account = ${account} and id = ${call.id}`.execute(trx);
  if (answered && call.answered_at === null) await answerQueueCall(unit, call);
  if (ended && !answered) await abandonOwnQueueCall(unit, call);
  if (ended && call.target_id !== null) await endTargetCall(unit, call.id, status);
  if (ended) await releaseCallClaim(unit, call.id);
  if (ended) await beginPendingBreak(unit, call.user_id);
  tell(unit, "voice.call", { user: call.user_id, id: call.id, status });
  return status;
}

export async function addEvent(
  { trx, account, now }: VoiceUnitOfWork,
  call: number,
  state: CallState,
  status: CallStatus,
): Promise<void> {
  await sql`
    insert into voice.call_events (customer_account, call_id, state, status, at)
    values (${account}, ${call}, ${state}, ${status}, ${now})`.execute(trx);
}

function ringTime(call: CallRow, { state, ringDuration, callDuration }: Change, now: Date): number {
  if (call.answered_at !== null || isEnded(call.status)) return call.ring_seconds;
  if (ringDuration !== undefined) return ringDuration;
  const soFar = wholeSeconds(call.started_at, now);
  if (isAnswered(state)) return soFar;
  return state === "terminated" || state === "rejected" ? Math.max(0, soFar - (callDuration ?? 0)) : call.ring_seconds;
}

function wholeSeconds(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000));
}

/** The customer who waited is answered by this agent; of several, by the first. */
async function answerQueueCall({ trx, account, now }: VoiceUnitOfWork, call: CallRow): Promise<void> {
  if (call.queue_call_id === null) return;
  await sql`
    update voice.queue_calls set answered_at = greatest(enqueued_at, ${now}::timestamptz), user_id = ${call.user_id}
    where customer_account = ${account} and id = ${call.queue_call_id} and answered_at is null and abandoned_at is null
      and left_at is null`.execute(trx);
}

/** Where no PBX tells of queues, a call that rang unanswered is a caller who was not answered. */
async function abandonOwnQueueCall({ trx, account, now }: VoiceUnitOfWork, call: CallRow): Promise<void> {
  if (call.queue_call_id === null) return;
  await sql`
    update voice.queue_calls set abandoned_at = greatest(enqueued_at, ${now}::timestamptz)
      where customer_account = ${account} and id = ${call.queue_call_id} and reference = ${call.reference}
        and answered_at is null and abandoned_at is null and left_at is null`.execute(trx);
}
