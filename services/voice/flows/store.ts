import { sql } from "kysely";
import type { CallFlow, FlowOutcome, FlowStep } from "../../../rules/voice-flow";
import type { FlowEvent, FlowState } from "../../../rules/voice-flow-run";
import type { Trx } from "../../kit/database";
import { row, rows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { VoiceUnitOfWork } from "../workspace/context";

export type FlowRow = {
  id: number;
  name: string;
  draft: CallFlow;
  live: CallFlow | null;
  numbers: { id: number; phoneNumber: string }[];
};

/** The account's flows, or one of them. */
export function findFlows(trx: Trx, account: string, id?: number): Promise<FlowRow[]> {
  return rows(
    trx,
    sql`select f.id, f.name, f.draft, f.live,
        coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'phoneNumber', n.phone_number) order by n.id)
          from voice.numbers n where n.customer_account = ${account} and n.flow_id = f.id and n.deleted_at is null), '[]')
          as numbers
      from voice.flows f where f.customer_account = ${account} and f.deleted_at is null
        and (${id ?? null}::bigint is null or f.id = ${id ?? null}) order by lower(f.name), f.id limit 500`,
    { batched: true },
  );
}

/** @throws HttpError 404 */
export async function mustFindFlow(trx: Trx, account: string, id: number): Promise<FlowRow> {
  const [found] = await findFlows(trx, account, id);
  if (!found) throw new HttpError(404, "There is no such call flow.");
  return found;
}

/** Waits until nobody else changes the flow. @throws HttpError 404 */
export async function lockFlow({ trx, account }: VoiceUnitOfWork, id: number): Promise<FlowRow> {
  await sql`select from voice.flows where customer_account = ${account} and id = ${id} for update`.execute(trx);
  return mustFindFlow(trx, account, id);
}

/** `voice` speaks the words; "" is an uploaded file. */
export type SoundRow = { id: number; name: string; words: string; voice: string; file_id: string };

export function listSounds(trx: Trx, account: string): Promise<SoundRow[]> {
  return rows(
    trx,
    sql`select id, name, words, voice, file_id from voice.flow_sounds
      where customer_account = ${account} and deleted_at is null order by lower(name), id limit 500`,
    { batched: true },
  );
}

/** The ids of the sounds that steps play. */
export function soundsIn(flow: CallFlow | null): number[] {
  return (flow?.steps ?? []).flatMap((step) => ("sound" in step && step.sound > 0 ? [step.sound] : []));
}

/** Agents who have an extension. */
export function listFlowAgents(trx: Trx, account: string): Promise<{ id: string; name: string }[]> {
  return rows(
    trx,
    sql`select user_id as id, name from voice.extensions
      where customer_account = ${account} and state = 'approved' order by name, id limit 500`,
    { batched: true },
  );
}

/** A call begins to go through a flow. Undefined: the exchange told of it before. */
export async function insertFlowCall(
  { trx, account, now }: VoiceUnitOfWork,
  call: { reference: string; flowId: number; numberId: number; from: string },
): Promise<number | undefined> {
  const made = await row<{ id: number }>(
    trx,
    sql`insert into voice.flow_calls (customer_account, reference, flow_id, number_id, phone_number, started_at)
      values (${account}, ${call.reference}, ${call.flowId}, ${call.numberId}, ${call.from}, ${now})
      on conflict (customer_account, reference) do nothing returning id`,
  );
  return made?.id;
}

/** Writes what happened to a call, and its end where it has come. */
export async function insertFlowEvent(
  { trx, account, now }: VoiceUnitOfWork,
  call: number,
  event: FlowEvent,
  { state, step }: { state: FlowState; step: FlowStep | undefined },
): Promise<void> {
  const detail = event.type === "key" ? event.key.slice(0, 10) : "";
  const name = step?.name ?? "";
  await sql`
    insert into voice.flow_events (customer_account, flow_call_id, event, detail, step, phase, at)
    values (${account}, ${call}, ${event.type}, ${detail}, ${name}, ${state.phase}, ${now})`.execute(trx);
  if (state.outcome !== "") await endFlowCall({ trx, account, now }, call, state.outcome, name);
}

/** The first end stands. */
export async function endFlowCall(
  { trx, account, now }: Pick<VoiceUnitOfWork, "trx" | "account" | "now">,
  call: number,
  outcome: FlowOutcome,
  step: string,
): Promise<void> {
  await sql`
    update voice.flow_calls set ended_at = greatest(started_at, ${now}::timestamptz), outcome = ${outcome}, last_step = ${step}
    where customer_account = ${account} and id = ${call} and ended_at is null`.execute(trx);
}

/** The flow that a number's calls follow now. */
export function findLiveFlow(trx: Trx, account: string, number: string) {
  return row<{ id: number; name: string; live: CallFlow; number_id: number }>(
    trx,
    sql`select f.id, f.name, f.live, n.id as number_id from voice.numbers n
      join voice.flows f on f.customer_account = n.customer_account and f.id = n.flow_id
      where n.customer_account = ${account} and n.phone_number = ${number} and n.deleted_at is null
        and 'inbound' = any(n.modes) and f.live is not null and f.deleted_at is null`,
  );
}

/** Ends the calls whose process died. */
export async function endLostFlowCalls({ trx, account, now }: VoiceUnitOfWork, quietSeconds: number): Promise<void> {
  const before = sql`${now}::timestamptz - ${quietSeconds} * interval '1 second'`;
  await sql`update voice.queue_calls set left_at = ${now}, left_for = 'hang_up' where customer_account = ${account}
    and flow_call_id is not null and answered_at is null and abandoned_at is null and left_at is null
    and enqueued_at < ${before}`.execute(trx);
  await sql`update voice.flow_calls set ended_at = ${now}, outcome = 'failed'
    where customer_account = ${account} and ended_at is null and started_at < ${before}`.execute(trx);
}
