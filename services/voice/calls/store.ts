import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { callStates, callStatuses, callTypes } from "../../../rules/voice";
import type { Trx } from "../../kit/database";
import { byTime } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow } from "../../kit/row-schema";
import type { CallLog } from "../contract.schemas";

export const CallRow = z.object({
  id: z.number(),
  reference: z.string(),
  call_id: z.string(),
  type: z.enum(callTypes),
  phone_number: z.string(),
  name: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  state: z.enum(callStates),
  status: z.enum(callStatuses),
  started_at: z.date(),
  answered_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  ring_seconds: z.number(),
  talk_seconds: z.number(),
  hold_seconds: z.number(),
  wrap_seconds: z.number(),
  queue_call_id: z.number().nullable(),
  our_number: z.string(),
  queue: z.string(),
  disposition_id: z.number().nullable(),
  disposition_item_id: z.number().nullable(),
  disposition: z.string(),
  disposition_item: z.string(),
  note: z.string(),
  disposed_at: z.date().nullable(),
  disposed_by: z.string(),
  recorded: z.boolean(),
  source: z.string(),
  target_id: z.number().nullable(),
  consultation: z.boolean(),
  transferred_to: z.string(),
  transferred_to_name: z.string(),
  transferred_by: z.string(),
  transferred_by_name: z.string(),
});
export type CallRow = z.infer<typeof CallRow>;

/**
 * Seconds that an agent wrapped up a call `c`: until the disposition, or the time that the account gives. None for a call
 * that nobody answered: it has no wrap-up (and LEAST ignores what is null).
 */
export function wrapSeconds(now: Date): RawBuilder<number> {
  return sql<number>`case when coalesce(c.wrap_ended_at, c.wrap_until) is null then 0 else
    coalesce(greatest(0, extract(epoch from
      least(coalesce(c.wrap_ended_at, c.wrap_until), ${now}::timestamptz) - c.ended_at))::int, 0) end`;
}

/**
 * The queue call of a call `c`. Calls of no queue have numbers that no queue call has, each its own: as nulls they would
 * be one value, by which a hash join of a few hundred thousand calls is split again and again and never ends.
 */
export const queueCallId = "coalesce(c.queue_call_id, -c.id)";

export const callTables = sql.raw(`voice.calls c
  left join voice.numbers n on n.customer_account = c.customer_account and n.id = c.number_id
  left join voice.queue_calls q on q.customer_account = c.customer_account and q.id = ${queueCallId}
  left join voice.recordings r on r.customer_account = c.customer_account and r.call_id = c.id`);

export function callColumns(now: Date): RawBuilder<unknown> {
  return sql`c.id, c.reference, c.call_id, c.type, c.phone_number, c.name, c.user_id, c.user_name, c.state, c.status,
    c.started_at, c.answered_at, c.ended_at, c.ring_seconds, c.talk_seconds, c.hold_seconds, c.queue_call_id,
    ${wrapSeconds(now)} as wrap_seconds, coalesce(n.phone_number, '') as our_number,
    coalesce(q.queue, n.queue, '') as queue, c.disposition_id, c.disposition_item_id, c.disposition, c.disposition_item,
    c.note, c.disposed_at, c.disposed_by, r.call_id is not null as recorded, c.source, c.target_id, c.consultation, c.transferred_to,
    c.transferred_to_name, c.transferred_by, c.transferred_by_name`;
}

export function asCallLog(found: CallRow): CallLog {
  return {
    id: found.id,
    reference: found.reference,
    callId: found.call_id,
    phoneNumber: found.phone_number,
    name: found.name,
    status: found.status,
    state: found.state,
    type: found.type,
    answered: found.answered_at !== null,
    ourNumber: found.our_number,
    queue: found.queue,
    userId: found.user_id,
    userName: found.user_name,
    startedAt: found.started_at.toISOString(),
    answeredAt: found.answered_at?.toISOString() ?? null,
    endedAt: found.ended_at?.toISOString() ?? null,
    ringDuration: found.ring_seconds,
    callDuration: found.talk_seconds,
    holdDuration: found.hold_seconds,
    wrapDuration: found.wrap_seconds,
    disposition: [found.disposition, found.disposition_item].filter(Boolean).join(": "),
    dispositionId: found.disposition_id,
    dispositionItemId: found.disposition_item_id,
    note: found.note,
    disposedBy: found.disposed_by,
    disposedAt: found.disposed_at?.toISOString() ?? null,
    recorded: found.recorded,
    source: found.source,
    consultation: found.consultation,
    transferredTo: [found.transferred_to_name, found.transferred_to].filter(Boolean).join(", "),
    transferredBy: [found.transferred_by_name, found.transferred_by].filter(Boolean).join(", "),
  };
}

/** One call; `where` says which. */
export function findCall(
  trx: Trx,
  account: string,
  where: RawBuilder<unknown>,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<CallRow | undefined> {
  return checkedRow(
    trx,
    CallRow,
    sql`select ${callColumns(now)} from ${callTables} where c.customer_account = ${account} and ${where}
      order by c.id desc limit 1 ${lock ? sql`for update of c` : sql``}`,
    { batched: !lock },
  );
}

const newest = byTime("c.started_at", "c.id");

/** A page of calls with customers, newest first. `where` narrows them and names the account. */
export async function callPage(trx: Trx, query: PageQuery, where: RawBuilder<unknown>, now: Date) {
  const page = await pageOfRows(trx, query, {
    schema: CallRow,
    select: callColumns(now),
    from: sql`${callTables} where ${where} and not c.consultation`,
    order: newest,
  });
  return { ...page, data: page.data.map(asCallLog) };
}
