import { sql } from "kysely";
import { z } from "zod";
import type { CallFlow, FlowOutcome, FlowStep } from "../../../rules/voice-flow";
import type { FlowEvent, FlowState } from "../../../rules/voice-flow-run";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow, jsonColumn } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { FlowSteps } from "../contract.flows";
import type { VoiceUnitOfWork } from "../workspace/context";

const FlowRow = z.object({
  id: z.number(),
  name: z.string(),
  draft: jsonColumn(FlowSteps),
  live: jsonColumn(FlowSteps).nullable(),
  numbers: z.array(z.object({ id: z.number(), phoneNumber: z.string() })),
});
export type FlowRow = z.infer<typeof FlowRow>;

/** The account's flows, or one of them. */
export function findFlows(trx: Trx, account: string, id?: number): Promise<FlowRow[]> {
  return checkedRows(
    trx,
    FlowRow,
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
const SoundRow = z.object({
  id: z.number(),
  name: z.string(),
  words: z.string(),
  voice: z.string(),
  file_id: z.string(),
});
export type SoundRow = z.infer<typeof SoundRow>;

export function listSounds(trx: Trx, account: string): Promise<SoundRow[]> {
  return checkedRows(
    trx,
    SoundRow,
    sql`select id, name, words, voice, file_id from voice.flow_sounds
      where customer_account = ${account} and deleted_at is null order by lower(name), id limit 500`,
    { batched: true },
  );
}

/** The ids of the sounds that steps play. */
export function soundsIn(flow: CallFlow | null): number[] {
  return (flow?.steps ?? []).flatMap((step) => ("sound" in step && step.sound > 0 ? [step.sound] : []));
}

const FlowAgentRow = z.object({ id: z.string(), name: z.string() });

/** Agents who have an extension. */
export function listFlowAgents(trx: Trx, account: string): Promise<{ id: string; name: string }[]> {
  return checkedRows(
    trx,
    FlowAgentRow,
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
  const made = await checkedRow(
    trx,
    IdRow,
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

const LiveFlowRow = z.object({ id: z.number(), name: z.string(), live: jsonColumn(FlowSteps), number_id: z.number() });

/** The flow that a number's calls follow now. */
export function findLiveFlow(trx: Trx, account: string, number: string) {
  return checkedRow(
    trx,
    LiveFlowRow,
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
