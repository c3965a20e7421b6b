import { sql } from "kysely";
import { z } from "zod";
import { explainDue } from "../../../rules/business-time.explain";
import { clockKinds, clockNames } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import type { Ticket } from "../contract.schemas";
import { ClockInterval, clockPauses, grouped } from "./compute";
import { loadRules } from "./rules";

const OpenClock = z.object({
  ticket_id: z.number(),
  kind: z.enum(clockKinds),
  policy_id: z.number(),
  started_at: z.date(),
  target_ms: z.number(),
});

const IntervalRow = ClockInterval.extend({ ticket_id: z.number() });

/**
 * The tickets, each with the sum by which it is due when it is, in one sentence: of the clock that is due next, or of
 * the first that stands still. The ticket's own page tells the same of every clock.
 */
export async function withWhy<T extends Ticket>(
  trx: Trx,
  account: string,
  tickets: readonly T[],
  now: Date,
): Promise<T[]> {
  const ids = tickets.filter(({ sla }) => sla !== "none" && sla !== "met" && sla !== "missed").map(({ id }) => id);
  if (ids.length === 0) return [...tickets];
  const of = sql`customer_account = ${account} and ticket_id = any(${bigints(ids)})`;
  const [clocks, intervals, rules] = await Promise.all([
    checkedRows(
      trx,
      OpenClock,
      sql`
      select ticket_id, kind, policy_id, started_at, target_ms from ticketing.clocks where ${of} and stopped_at is null`,
      { batched: true },
    ),
    checkedRows(
      trx,
      IntervalRow,
      sql`select ticket_id, at, state, reason from ticketing.clock_intervals where ${of} order by id`,
      { batched: true },
    ),
    loadRules(trx, account),
  ]);
  const [clocksBy, intervalsBy] = [grouped(clocks), grouped(intervals)];
  const why = ({ id, due_clock }: T) => {
    const own = clocksBy.get(id) ?? [];
    const wanted = due_clock ?? clockKinds.find((kind) => own.some((clock) => clock.kind === kind));
    const clock = own.find(({ kind }) => kind === wanted);
    const policy = clock && rules.policies.find((one) => one.id === clock.policy_id);
    if (!clock || !policy) return null;
    const pauses = clockPauses(intervalsBy.get(id) ?? []);
    const calendar = rules.calendar(policy.hours_id);
    const told = explainDue(calendar, clock.started_at.getTime(), clock.target_ms, pauses, now.getTime());
    return `${clockNames[clock.kind]}, ${told.words}`;
  };
  return tickets.map((ticket) => ({ ...ticket, why: why(ticket) }));
}
