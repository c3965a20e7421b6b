import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type CallSums, earlySeconds, noSums } from "../../../rules/voice-metrics";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { queueCallId, wrapSeconds } from "../calls/store";
import type { reportGroups } from "../contract.reports";
import { halfHourSql, inSpan, quarterHourSql, type Span, spanBounds } from "./period";

export type SumsGroup = (typeof reportGroups)[number] | "half hour" | "none";

/** Which calls are counted. */
export type SumsQuery = {
  account: string;
  zone: string;
  span: Span;
  targetSeconds: number;
  queue: string;
  agent: string;
  number: number | undefined;
  now: Date;
};

/** Each statement counts some of them. */
const Keyed = z
  .object({
    answered: z.number(),
    answeredInTime: z.number(),
    waited: z.number(),
    longestWait: z.number(),
    abandoned: z.number(),
    abandonedEarly: z.number(),
    abandonedLate: z.number(),
    handled: z.number(),
    talked: z.number(),
    held: z.number(),
    wrapped: z.number(),
    rung: z.number(),
    ringNoAnswer: z.number(),
    attempts: z.number(),
    connects: z.number(),
    pickedUp: z.number(),
    dropped: z.number(),
    machines: z.number(),
    staffed: z.number(),
    menuAbandoned: z.number(),
    overflowed: z.number(),
    voicemails: z.number(),
  })
  .partial()
  .extend({ key: z.string() });
type Keyed = z.infer<typeof Keyed>;

/** The sums of the span by key, from the calls themselves. */
export async function loadSums(trx: Trx, query: SumsQuery, group: SumsGroup): Promise<Map<string, CallSums>> {
  const [waits, calls, flows, staffed] = await Promise.all([
    waitSums(trx, query, group),
    callSums(trx, query, group),
    flowSums(trx, query, group),
    staffedSums(trx, query, group),
  ]);
  const all = new Map<string, CallSums>();
  for (const { key, ...found } of [...waits, ...calls, ...flows, ...staffed])
    all.set(key, { ...(all.get(key) ?? noSums), ...found });
  return all;
}

/** Customers who called in: how many were answered, and how long they waited. */
function waitSums(trx: Trx, query: SumsQuery, group: SumsGroup): Promise<Keyed[]> {
  const { account, zone, span, targetSeconds, queue, agent, number } = query;
  const target = sql`interval '1 second' * ${targetSeconds}::int`;
  const early = sql`interval '1 second' * ${earlySeconds}::int`;
  const key = keyOf(group, sql`q.enqueued_at`, zone, {
    queue: sql`q.queue`,
    agent: sql`q.user_id`,
    number: sql`q.number_id`,
  });
  return checkedRows(
    trx,
    Keyed,
    sql`
    select ${key} as key,
      count(*) filter (where answered_at is not null)::int as answered,
      count(*) filter (where answered_at <= enqueued_at + ${target})::int as "answeredInTime",
      coalesce(sum(extract(epoch from answered_at - enqueued_at)), 0)::int as waited,
      coalesce(max(extract(epoch from coalesce(answered_at, abandoned_at) - enqueued_at)), 0)::int as "longestWait",
      count(*) filter (where abandoned_at >= enqueued_at + ${early})::int as abandoned,
      count(*) filter (where abandoned_at < enqueued_at + ${early})::int as "abandonedEarly",
      count(*) filter (where abandoned_at > enqueued_at + ${target})::int as "abandonedLate",
      count(*) filter (where left_at is not null)::int as overflowed
    from voice.queue_calls q where q.customer_account = ${account} and ${inSpan(sql`q.enqueued_at`, span, zone)}
      and (${queue} = '' or q.queue = ${queue}) and (${agent} = '' or q.user_id = ${agent})
      and (${number ?? null}::bigint is null or q.number_id = ${number ?? null})
      ${group === "agent" ? sql`and q.user_id is not null` : sql``}
    group by 1`,
  );
}

/** Calls of agents: how long they talked, held and wrapped up. */
function callSums(trx: Trx, query: SumsQuery, group: SumsGroup): Promise<Keyed[]> {
  const { account, zone, span, queue, agent, number, now } = query;
  const key = keyOf(group, sql`c.started_at`, zone, {
    queue: sql`coalesce(q.queue, n.queue, '')`,
    agent: sql`c.user_id`,
    number: sql`c.number_id`,
  });
  return checkedRows(
    trx,
    Keyed,
    sql`
    select ${key} as key,
      count(*) filter (where c.status = 'Complete')::int as handled,
      coalesce(sum(c.talk_seconds) filter (where c.status = 'Complete'), 0)::int as talked,
      coalesce(sum(c.hold_seconds) filter (where c.status = 'Complete'), 0)::int as held,
      coalesce(sum(${wrapSeconds(now)}) filter (where c.status = 'Complete'), 0)::int as wrapped,
      count(*) filter (where c.type = 'inbound')::int as rung,
      count(*) filter (where c.status = 'RingNoAnswer')::int as "ringNoAnswer",
      count(*) filter (where c.type = 'outbound')::int as attempts,
      count(*) filter (where c.type = 'outbound' and c.status = 'Complete')::int as connects,
      count(*) filter (where c.picked_up_at is not null)::int as "pickedUp",
      count(*) filter (where c.dropped)::int as dropped,
      count(*) filter (where c.status = 'AnsweringMachine')::int as machines
    from voice.calls c
    left join voice.queue_calls q on q.customer_account = c.customer_account and q.id = ${sql.raw(queueCallId)}
    left join voice.numbers n on n.customer_account = c.customer_account and n.id = c.number_id
    where c.customer_account = ${account} and not c.consultation and ${inSpan(sql`c.started_at`, span, zone)}
      and (${queue} = '' or coalesce(q.queue, n.queue, '') = ${queue}) and (${agent} = '' or c.user_id = ${agent})
      and (${number ?? null}::bigint is null or c.number_id = ${number ?? null})
    group by 1`,
  );
}

/** Callers in flows who waited in no queue to the end: of numbers, and of no agent or queue. */
async function flowSums(trx: Trx, query: SumsQuery, group: SumsGroup): Promise<Keyed[]> {
  const { account, zone, span, agent, queue, number } = query;
  if (group === "agent" || group === "queue" || agent !== "" || queue !== "") return [];
  const none = sql`''`;
  const key = keyOf(group, sql`f.started_at`, zone, { queue: none, agent: none, number: sql`f.number_id` });
  return checkedRows(
    trx,
    Keyed,
    sql`
    select ${key} as key, count(*) filter (where outcome = 'abandoned_menu')::int as "menuAbandoned",
      count(*) filter (where outcome = 'voicemail')::int as voicemails
    from voice.flow_calls f where f.customer_account = ${account} and ${inSpan(sql`f.started_at`, span, zone)}
      and (${number ?? null}::bigint is null or f.number_id = ${number ?? null})
    group by 1`,
  );
}

/** Seconds logged in without breaks: of agents, not of queues or numbers, and of days as far as they lie in them. */
async function staffedSums(trx: Trx, query: SumsQuery, group: SumsGroup): Promise<Keyed[]> {
  const { account, zone, span, agent, now } = query;
  if (!["none", "agent", "day"].includes(group) || query.queue !== "" || query.number !== undefined) return [];
  const { start, end } = spanBounds(span, zone);
  const key = keyOf(group, sql`p.started_at`, zone, { queue: sql`''`, agent: sql`p.user_id`, number: sql`''` });
  return checkedRows(
    trx,
    Keyed,
    sql`
    select ${key} as key, coalesce(sum(greatest(0, extract(epoch from
      least(coalesce(p.ended_at, ${now}::timestamptz), ${end}) - greatest(p.started_at, ${start})))), 0)::int as staffed
    from voice.agent_periods p where p.customer_account = ${account} and p.state = 'logged_in'
      and p.started_at < ${end} and p.started_at >= ${start} - interval '2 days'
      and coalesce(p.ended_at, ${now}::timestamptz) > ${start} and (${agent} = '' or p.user_id = ${agent})
    group by 1`,
  );
}

type Keys = { queue: RawBuilder<unknown>; agent: RawBuilder<unknown>; number: RawBuilder<unknown> };

function keyOf(group: SumsGroup, at: RawBuilder<unknown>, zone: string, keys: Keys): RawBuilder<unknown> {
  const local = sql`(${at} at time zone ${zone})`;
  if (group === "day") return sql`to_char(${local}, 'YYYY-MM-DD')`;
  if (group === "hour") return sql`to_char(${local}, 'HH24')`;
  if (group === "interval") return quarterHourSql(local);
  if (group === "half hour") return halfHourSql(local);
  if (group === "none") return sql`''`;
  return sql`coalesce((${keys[group]})::text, '')`;
}
