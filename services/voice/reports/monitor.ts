import { sql } from "kysely";
import { z } from "zod";
import { agentStates, callStates } from "../../../rules/voice";
import { noSums } from "../../../rules/voice-metrics";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { AgentLine } from "../contract.reports";
import { longestWait } from "../queue/store";
import { loadSettings } from "../settings/store";
import { dayIn } from "./period";
import { loadSums } from "./sums";
import { asWaitingCall, WaitRow, waitColumns, waitTables } from "./waits";

const QueueRow = z.object({ queue: z.string() });

/** The call centre as it is now. */
export async function loadMonitor(trx: Trx, account: string, queue: string, now: Date) {
  const { time_zone: zone, target_seconds, target_percent, wrap_up_seconds } = await loadSettings(trx, account);
  const today = dayIn(zone, now);
  const asked = {
    ...{ account, zone, span: { from: today, to: today }, targetSeconds: target_seconds, now },
    ...{ queue, agent: "", number: undefined },
  };
  const [total, byQueue, halfHours, waiting, agents, names] = await Promise.all([
    loadSums(trx, asked, "none"),
    loadSums(trx, asked, "queue"),
    loadSums(trx, asked, "half hour"),
    checkedRows(
      trx,
      WaitRow,
      sql`select ${waitColumns(now)} from ${waitTables}
        where q.customer_account = ${account} and q.answered_at is null and q.abandoned_at is null
          and q.left_at is null
          and q.enqueued_at > ${now}::timestamptz - ${longestWait}::interval and (${queue} = '' or q.queue = ${queue})
        order by q.enqueued_at limit 200`,
    ),
    listAgentLines(trx, account, now),
    checkedRows(
      trx,
      QueueRow,
      sql`select distinct queue from voice.numbers
        where customer_account = ${account} and queue <> '' and deleted_at is null order by 1`,
    ),
  ]);
  const shown = waiting.map(asWaitingCall);
  const keys = [...new Set([...names.map((one) => one.queue), ...byQueue.keys(), ...shown.map((one) => one.queue)])];
  const queues = keys
    .filter((key) => queue === "" || key === queue)
    .map((key) => {
      const own = shown.filter((one) => one.queue === key);
      const sums = byQueue.get(key) ?? noSums;
      return { key, label: key || "No queue", sums, waiting: own.length, longest: own[0]?.enqueuedAt ?? null };
    });
  return {
    ...{ at: now.toISOString(), zone, target: { seconds: target_seconds, percent: target_percent } },
    wrapUpSeconds: wrap_up_seconds,
    today: total.get("") ?? noSums,
    queues,
    halfHours: [...halfHours]
      .map(([key, sums]) => ({ key, label: key, sums }))
      .sort((a, b) => a.key.localeCompare(b.key)),
    ...{ waiting: shown, agents },
  };
}

const LineRow = z.object({
  user_id: z.string(),
  name: z.string(),
  exten: z.string(),
  state: z.enum(agentStates),
  state_since: z.date(),
  break_label: z.string(),
  call_id: z.number().nullable(),
  call_state: z.enum(callStates).nullable(),
  phone_number: z.string().nullable(),
  changed_at: z.date().nullable(),
  wrap_started: z.date().nullable(),
});
type LineRow = z.infer<typeof LineRow>;

/** Every agent with an extension and what they do now. */
async function listAgentLines(trx: Trx, account: string, now: Date): Promise<AgentLine[]> {
  const found = await checkedRows(
    trx,
    LineRow,
    sql`
    select e.user_id, e.name, e.exten, coalesce(a.state, 'logged_out') as state,
      coalesce(a.state_since, e.decided_at, e.requested_at) as state_since, coalesce(a.break_label, '') as break_label,
      c.id as call_id, c.state as call_state, c.phone_number, c.changed_at, w.ended_at as wrap_started
    from voice.extensions e
    left join voice.agents a on a.customer_account = e.customer_account and a.user_id = e.user_id
    left join lateral (select id, state, phone_number, case when state = 'onHold' then changed_at
        else coalesce(answered_at, started_at) end as changed_at from voice.calls
      where customer_account = ${account} and user_id = e.user_id and ended_at is null order by answered_at nulls last, id limit 1) c on true
    left join lateral (select ended_at from voice.calls where customer_account = ${account} and user_id = e.user_id
      and wrap_until > ${now} and wrap_ended_at is null order by ended_at desc limit 1) w on true
    where e.customer_account = ${account} and e.state = 'approved' order by e.name, e.id limit 1000`,
  );
  return found.map((one) => {
    const { activity, since, detail } = activityOf(one);
    const { user_id, name, exten, state, call_id } = one;
    return { user_id, name, exten, state, activity, since: since.toISOString(), detail, callRecord: call_id };
  });
}

function activityOf(one: LineRow): { activity: AgentLine["activity"]; since: Date; detail: string } {
  const since = one.changed_at ?? one.state_since;
  const detail = one.phone_number ?? "";
  if (one.call_state === "onHold") return { activity: "holding", since, detail };
  if (one.call_state === "ringing" || one.call_state === "calling/trying")
    return { activity: "ringing", since, detail };
  if (one.call_state !== null) return { activity: "talking", since, detail };
  if (one.state === "logged_out") return { activity: "logged_out", since: one.state_since, detail: "" };
  if (one.state === "on_break") return { activity: "on_break", since: one.state_since, detail: one.break_label };
  if (one.wrap_started) return { activity: "wrapping", since: one.wrap_started, detail: "" };
  return { activity: "available", since: one.state_since, detail: "" };
}
