import { sql } from "kysely";
import { z } from "zod";
import { callStatuses } from "../../../rules/voice";
import { noSums } from "../../../rules/voice-metrics";
import type { Trx } from "../../kit/database";
import { byTime } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { missing } from "../../kit/principal";
import { checkedRows } from "../../kit/row-schema";
import { type Handlers, HttpError } from "../../kit/serve";
import { listConsultations } from "../calls/consultations";
import { withNumber } from "../calls/handlers";
import { asCallLog, callPage, findCall } from "../calls/store";
import type { voice } from "../contract";
import type { FigureRow, ReportChoices, reportCalls, WaitingCall } from "../contract.reports";
import { figuresNeeds } from "../contract.schemas";
import { loadSettings } from "../settings/store";
import type { VoiceContext } from "../workspace/context";
import { loadMonitor } from "./monitor";
import { atTime, inSpan, parseSpan } from "./period";
import { loadSums, type SumsQuery } from "./sums";
import { asWaitingCall, outcomeIs, WaitRow, waitColumns, waitTables } from "./waits";

const StateRow = z.object({
  state: z.string(),
  status: z.enum(callStatuses),
  at: z.date(),
});

const SecondsRow = z.object({ seconds: z.number() });

/** The calls that answer figures, and the calls behind them. */
export function reportHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, keyof typeof reportCalls> {
  const { read, now } = service;

  return {
    async figures({ query }, { account }) {
      const body = await read(account, async (trx) => {
        const { time_zone: zone, target_seconds, target_percent } = await loadSettings(trx, account);
        const span = parseSpan(query, zone, now());
        const { queue, agent, number } = query;
        const asked: SumsQuery = {
          ...{ account, zone, span, targetSeconds: target_seconds, queue, agent, number, now: now() },
        };
        const [total, found, choices] = await Promise.all([
          loadSums(trx, asked, "none"),
          loadSums(trx, asked, query.by),
          loadChoices(trx, account),
        ]);
        const data: FigureRow[] = [...found].map(([key, sums]) => ({
          key,
          sums,
          label: labelOf(query.by, key, choices),
        }));
        data.sort((a, b) =>
          query.by === "agent" || query.by === "number" ? a.label.localeCompare(b.label) : a.key.localeCompare(b.key),
        );
        const target = { seconds: target_seconds, percent: target_percent };
        return { ...span, zone, target, total: total.get("") ?? noSums, rows: data, choices };
      });
      return { status: 200, body };
    },

    async reportChoices(_, { account }) {
      return { status: 200, body: await read(account, (trx) => loadChoices(trx, account)) };
    },

    async monitor({ query }, { account }) {
      return { status: 200, body: await read(account, (trx) => loadMonitor(trx, account, query.queue, now())) };
    },

    async callRecords({ query }, { account }) {
      const body = await read(account, async (trx) => {
        const { time_zone: zone } = await loadSettings(trx, account);
        const span = parseSpan(query, zone, now());
        const where = sql`c.customer_account = ${account} and ${inSpan(sql`c.started_at`, span, zone)}
          and (${query.queue} = '' or coalesce(q.queue, n.queue, '') = ${query.queue})
          and (${query.agent} = '' or c.user_id = ${query.agent})
          and (${query.number ?? null}::bigint is null or c.number_id = ${query.number ?? null})
          and (${query.type ?? null}::text is null or c.type = ${query.type ?? null})
          and (${query.status ?? null}::text is null or c.status = ${query.status ?? null})
          and (${query.disposition ?? null}::bigint is null or c.disposition_id = ${query.disposition ?? null})
          and (${query.handled !== "1"} or c.status = 'Complete')
          and (${query.recorded !== "1"} or r.call_id is not null)
          and ${atTime(sql`c.started_at`, query.at, zone)} and ${withNumber(query.q)}`;
        return callPage(trx, query, where, now());
      });
      return { status: 200, body };
    },

    async callRecord({ params: { id } }, { account, who }) {
      const all = missing(who, figuresNeeds) === undefined;
      const body = await read(account, async (trx) => {
        const found = await findCall(trx, account, sql`c.id = ${id} and (${all} or c.user_id = ${who.id})`, {
          now: now(),
        });
        if (!found) throw new HttpError(404, "There is no such call.");
        const [consultations, events, recording] = await Promise.all([
          listConsultations(trx, account, id),
          checkedRows(
            trx,
            StateRow,
            sql`select state, status, at from voice.call_events
              where customer_account = ${account} and call_id = ${id} order by id limit 500`,
          ),
          checkedRows(
            trx,
            SecondsRow,
            sql`select seconds from voice.recordings where customer_account = ${account} and call_id = ${id}`,
          ),
        ]);
        return {
          ...asCallLog(found),
          consultations,
          events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
          recordingSeconds: recording[0]?.seconds ?? 0,
        };
      });
      return { status: 200, body };
    },

    async waitingCalls({ query }, { account }) {
      const body = await read(account, async (trx) => {
        const { time_zone: zone, target_seconds } = await loadSettings(trx, account);
        const span = parseSpan(query, zone, now());
        const digits = query.q.replace(/\D/g, "").replace(/^0+/, "");
        const page = await pageOfRows(trx, query, {
          schema: WaitRow,
          select: waitColumns(now()),
          from: sql`${waitTables} where q.customer_account = ${account} and ${inSpan(sql`q.enqueued_at`, span, zone)}
            and (${query.queue} = '' or q.queue = ${query.queue})
            and (${query.agent} = '' or q.user_id = ${query.agent})
            and (${query.number ?? null}::bigint is null or q.number_id = ${query.number ?? null})
            and (${query.q} = '' or q.phone_number like ${`%${digits || "none"}%`})
            and ${outcomeIs(query.outcome, target_seconds)} and ${atTime(sql`q.enqueued_at`, query.at, zone)}`,
          order: byTime("q.enqueued_at", "q.id"),
        });
        return { ...page, data: page.data.map((one): WaitingCall => asWaitingCall(one)) };
      });
      return { status: 200, body };
    },
  };
}

const QueueRow = z.object({ queue: z.string() });

const AgentChoice = z.object({ id: z.string(), name: z.string() });

const NumberChoice = z.object({ id: z.number(), phoneNumber: z.string() });

/** What reports can be narrowed by. */
async function loadChoices(trx: Trx, account: string): Promise<ReportChoices> {
  const [queues, agents, numbers] = await Promise.all([
    checkedRows(
      trx,
      QueueRow,
      sql`select queue from voice.numbers where customer_account = ${account} and queue <> ''
        union select step->>'queue' from voice.flows, jsonb_array_elements(live->'steps') step
          where customer_account = ${account} and step->>'kind' = 'queue' order by 1`,
    ),
    checkedRows(
      trx,
      AgentChoice,
      sql`select user_id as id, max(name) as name from (
          select user_id, name from voice.extensions where customer_account = ${account} and state in ('approved', 'removed')
          union all select user_id, name from voice.agents where customer_account = ${account}
        ) known group by user_id order by 2`,
    ),
    checkedRows(
      trx,
      NumberChoice,
      sql`select id, phone_number as "phoneNumber" from voice.numbers where customer_account = ${account} order by id`,
    ),
  ]);
  return { queues: queues.map(({ queue }) => queue), agents, numbers };
}

function labelOf(by: string, key: string, { agents, numbers }: ReportChoices): string {
  if (by === "agent") return agents.find(({ id }) => id === key)?.name ?? "An agent who has left";
  if (by === "number") return numbers.find(({ id }) => String(id) === key)?.phoneNumber ?? "No number";
  if (by === "queue") return key || "No queue";
  return key;
}
