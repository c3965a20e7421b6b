import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { earlySeconds } from "../../../rules/voice-metrics";
import type { WaitingCall, waitOutcomes } from "../contract.reports";

export const WaitRow = z.object({
  id: z.number(),
  phone_number: z.string(),
  queue: z.string(),
  our_number: z.string(),
  enqueued_at: z.date(),
  answered_at: z.date().nullable(),
  abandoned_at: z.date().nullable(),
  left_at: z.date().nullable(),
  left_for: z.string(),
  waited: z.number(),
  agent: z.string(),
  call_record: z.number().nullable(),
});
export type WaitRow = z.infer<typeof WaitRow>;

export const waitTables = sql.raw(`voice.queue_calls q
  left join voice.numbers n on n.customer_account = q.customer_account and n.id = q.number_id
  left join voice.agents a on a.customer_account = q.customer_account and a.user_id = q.user_id
  left join lateral (select c.id, c.user_name from voice.calls c where c.customer_account = q.customer_account
    and c.queue_call_id = q.id and c.answered_at is not null order by c.id limit 1) c on true`);

export function waitColumns(now: Date): RawBuilder<unknown> {
  return sql`q.id, q.phone_number, q.queue, coalesce(n.phone_number, '') as our_number, q.enqueued_at, q.answered_at,
    q.abandoned_at, q.left_at, q.left_for, greatest(0, extract(epoch from
      coalesce(q.answered_at, q.abandoned_at, q.left_at, ${now}::timestamptz) - q.enqueued_at))::int as waited,
    coalesce(c.user_name, a.name, '') as agent, c.id as call_record`;
}

export function asWaitingCall(found: WaitRow): WaitingCall {
  return {
    id: found.id,
    phoneNumber: found.phone_number,
    queue: found.queue,
    ourNumber: found.our_number,
    enqueuedAt: found.enqueued_at.toISOString(),
    answeredAt: found.answered_at?.toISOString() ?? null,
    abandonedAt: found.abandoned_at?.toISOString() ?? null,
    leftAt: found.left_at?.toISOString() ?? null,
    leftFor: found.left_for,
    waited: found.waited,
    agent: found.agent,
    callRecord: found.call_record,
  };
}

/** The rows that a figure counts. */
export function outcomeIs(
  outcome: (typeof waitOutcomes)[number] | undefined,
  targetSeconds: number,
): RawBuilder<unknown> {
  const target = sql`q.enqueued_at + interval '1 second' * ${targetSeconds}::int`;
  const early = sql`q.enqueued_at + interval '1 second' * ${earlySeconds}::int`;
  if (outcome === undefined) return sql`true`;
  if (outcome === "answered") return sql`q.answered_at is not null`;
  if (outcome === "in_time") return sql`q.answered_at <= ${target}`;
  if (outcome === "late") return sql`q.answered_at > ${target}`;
  if (outcome === "abandoned") return sql`q.abandoned_at >= ${early}`;
  if (outcome === "abandoned_early") return sql`q.abandoned_at < ${early}`;
  if (outcome === "overflowed") return sql`q.left_at is not null`;
  return sql`q.answered_at is null and q.abandoned_at is null and q.left_at is null`;
}
