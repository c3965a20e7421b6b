import { sql } from "kysely";
import { z } from "zod";
import { always, type Calendar, type OddDay, workingCalendar } from "../../../rules/business-time";
import { statuses } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { publicHolidays } from "./holidays";

const PolicyRow = z.object({
  id: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  rank: z.number(),
  priority_ids: z.array(z.number()),
  type_ids: z.array(z.number()),
  group_ids: z.array(z.number()),
  disposition_ids: z.array(z.number()),
  customer_ids: z.array(z.string()),
  first_minutes: z.number().nullable(),
  next_minutes: z.number().nullable(),
  resolution_minutes: z.number().nullable(),
  hours_id: z.number().nullable(),
  warn_minutes: z.number().nullable(),
  on_reopen: z.enum(["continue", "restart"]),
});
export type PolicyRow = z.infer<typeof PolicyRow>;
const StageRow = z.object({
  id: z.number(),
  board_id: z.number(),
  name: z.string(),
  rank: z.number(),
  status: z.enum(statuses),
  pauses: z.boolean(),
});
export type StageRow = z.infer<typeof StageRow>;
export const HoursRow = z.object({
  id: z.number(),
  name: z.string(),
  time_zone: z.string(),
  country: z.string(),
  week: z.array(z.array(z.object({ from: z.string(), to: z.string() }))),
  is_default: z.boolean(),
});
export type HoursRow = z.infer<typeof HoursRow>;
const ExemptedDay = z.object({
  date: z.string(),
  name: z.string(),
  calendar_id: z.number().nullable(),
  segments: z.array(z.object({ from: z.string(), to: z.string() })),
});
type ExemptedDay = z.infer<typeof ExemptedDay>;
const Edit = z.object({ country: z.string(), date: z.string(), name: z.string(), removed: z.boolean() });
type Edit = z.infer<typeof Edit>;

/** Everything that decides when a ticket is due, of one account. */
export type Rules = {
  policies: PolicyRow[];
  stages: Map<number, StageRow>;
  /** The policy of a disposition, where it has one. */
  dispositions: Map<number, number>;
  hours: HoursRow[];
  exempted: ExemptedDay[];
  edits: Edit[];
  calendar(hoursId: number | null): Calendar;
};

/** A change that is not saved yet, for asking what it would do. */
export type Supposed = { policy?: PolicyRow; hours?: HoursRow };

const built = new Map<string, Calendar>();
const maxBuilt = 200;

/** The calendar of these hours; the same hours are worked out once in a process. */
function build(
  hours: HoursRow,
  exempted: ExemptedDay[],
  edits: Edit[],
  of: Awaited<ReturnType<typeof publicHolidays>>,
) {
  const own = exempted.filter(({ calendar_id }) => calendar_id === null || calendar_id === hours.id);
  const edited = edits.filter(({ country }) => country === hours.country);
  const key = JSON.stringify([hours.time_zone, hours.country, hours.week, own, edited]);
  const known = built.get(key);
  if (known) return known;
  const odd = new Map<string, OddDay>();
  const years = new Set<string>();
  const calendar = workingCalendar({
    timeZone: hours.time_zone,
    week: hours.week,
    oddDay(date) {
      const year = date.slice(0, 4);
      if (!years.has(year)) {
        years.add(year);
        const removed = new Set(edited.filter((edit) => edit.removed).map((edit) => edit.date));
        const days = hours.country ? of(hours.country, Number(year)) : [];
        for (const { date: day, name } of days)
          if (!removed.has(day)) odd.set(day, { name, kind: "holiday", segments: [] });
        for (const edit of edited)
          if (!edit.removed && edit.date.startsWith(year))
            odd.set(edit.date, { name: edit.name, kind: "holiday", segments: [] });
        // A day of the account's own comes before the country's.
        for (const day of own)
          if (day.date.startsWith(year))
            odd.set(day.date, { name: day.name, kind: "exempted", segments: day.segments });
      }
      return odd.get(date);
    },
  });
  built.set(key, calendar);
  const [oldest] = built.keys();
  if (built.size > maxBuilt && oldest !== undefined) built.delete(oldest);
  return calendar;
}

const aroundTheClock = workingCalendar(always);

const ClockRules = z.object({
  policies: z.array(PolicyRow),
  stages: z.array(StageRow),
  dispositions: z.array(z.object({ id: z.number(), policy_id: z.number() })),
  hours: z.array(HoursRow),
  exempted: z.array(ExemptedDay),
  edits: z.array(Edit),
});

/** Reads the account's rules, with what is supposed in place of what is saved. */
export async function loadRules(trx: Trx, account: string, supposed: Supposed = {}): Promise<Rules> {
  const of = await publicHolidays();
  const mine = sql`customer_account = ${account}`;
  // One statement: a save and a page of tickets wait for it, and six round trips took longer than what they read.
  const list = (statement: ReturnType<typeof sql>) =>
    sql`coalesce((select jsonb_agg(to_jsonb(x)) from (${statement}) x), '[]')`;
  const read = await checkedRow(
    trx,
    ClockRules,
    sql`select
      ${list(sql`
        select id, name, enabled, rank, priority_ids, type_ids, group_ids, disposition_ids, customer_ids, first_minutes,
          next_minutes, resolution_minutes, hours_id, warn_minutes, on_reopen
        from ticketing.policies where ${mine} order by rank, id`)} as policies,
      ${list(sql`
        select id, board_id, name, rank, status, pauses from ticketing.stages where ${mine} order by rank, id`)} as stages,
      ${list(sql`
        select id, policy_id from ticketing.dispositions where ${mine} and policy_id is not null`)} as dispositions,
      ${list(sql`
        select id, name, time_zone, country, week, is_default from ticketing.calendars where ${mine}
        order by is_default desc, id`)} as hours,
      ${list(sql`
        select date::text, name, calendar_id, segments from ticketing.exempted_days where ${mine}
        order by calendar_id nulls first`)} as exempted,
      ${list(sql`select country, date::text, name, removed from ticketing.holiday_edits where ${mine}`)} as edits`,
    { batched: true },
  );
  if (!read) throw new Error("the rules could not be read");
  const { policies, stages, dispositions, hours, exempted, edits } = read;
  const { policy, hours: other } = supposed;
  const tried = policy ? [...policies.filter(({ id }) => id !== policy.id), policy] : policies;
  const open = other ? [...hours.filter(({ id }) => id !== other.id), other] : hours;
  return {
    policies: tried.sort((a, b) => a.rank - b.rank || a.id - b.id),
    stages: new Map(stages.map((stage) => [stage.id, stage])),
    dispositions: new Map(dispositions.map(({ id, policy_id }) => [id, policy_id])),
    hours: open,
    exempted,
    edits,
    calendar(id) {
      if (id === 0) return aroundTheClock;
      const found = open.find((one) => one.id === id) ?? open.find(({ is_default }) => is_default) ?? open[0];
      return found ? build(found, exempted, edits, of) : aroundTheClock;
    },
  };
}

type Ruled = {
  policy_id: number | null;
  priority_id: number;
  type_id: number | null;
  disposition_id: number | null;
  sub_disposition_id: number | null;
  customer_id: string | null;
  group_ids: readonly number[];
};

/** The policy in force: the one somebody chose, the disposition's, or the first that matches. */
export function policyFor(ticket: Ruled, rules: Rules): PolicyRow | undefined {
  const byId = (id: number | null | undefined) =>
    id === null || id === undefined ? undefined : rules.policies.find((policy) => policy.id === id && policy.enabled);
  const ofDisposition = (id: number | null) => (id === null ? undefined : byId(rules.dispositions.get(id)));
  return (
    byId(ticket.policy_id) ??
    ofDisposition(ticket.sub_disposition_id) ??
    ofDisposition(ticket.disposition_id) ??
    rules.policies.find((policy) => policy.enabled && matches(policy, ticket))
  );
}

function matches(policy: PolicyRow, ticket: Ruled): boolean {
  const any = <T>(wanted: readonly T[], has: readonly (T | null)[]) =>
    wanted.length === 0 || has.some((one) => one !== null && wanted.includes(one));
  return (
    any(policy.priority_ids, [ticket.priority_id]) &&
    any(policy.type_ids, [ticket.type_id]) &&
    any(policy.group_ids, ticket.group_ids) &&
    any(policy.disposition_ids, [ticket.disposition_id, ticket.sub_disposition_id]) &&
    any(policy.customer_ids, [ticket.customer_id])
  );
}
