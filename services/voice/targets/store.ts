import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type CallingHours, targetStates } from "../../../rules/outbound";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import type { OutboundSettings } from "../contract.outbound";
import type { Target, TargetCounts } from "../contract.targets";

export const TargetRow = z.object({
  id: z.number(),
  group_id: z.number().nullable(),
  group_name: z.string(),
  phone_number: z.string(),
  name: z.string(),
  details: z.record(z.string(), z.string()),
  note: z.string(),
  state: z.enum(targetStates),
  next_at: z.date(),
  owner_id: z.string(),
  owner_name: z.string(),
  assigned_to: z.string(),
  assigned_name: z.string(),
  attempts: z.number(),
  result: z.string(),
  call_id: z.number().nullable(),
  changed_at: z.date(),
});
export type TargetRow = z.infer<typeof TargetRow>;

export const targetTables = sql.raw(`voice.targets t
  left join voice.target_groups g on g.customer_account = t.customer_account and g.id = t.group_id`);

export const targetColumns = sql.raw(`t.id, t.group_id, coalesce(g.name, '') as group_name, t.phone_number, t.name,
  t.details, t.note, t.state, t.next_at, t.owner_id, t.owner_name, t.assigned_to, t.assigned_name, t.attempts, t.result,
  t.call_id, t.changed_at`);

export function asTarget(found: TargetRow): Target {
  return {
    id: found.id,
    groupId: found.group_id,
    group: found.group_name,
    phoneNumber: found.phone_number,
    name: found.name,
    details: found.details,
    note: found.note,
    state: found.state,
    nextAt: found.next_at.toISOString(),
    owner: found.owner_name,
    agent: found.assigned_name,
    attempts: found.attempts,
    result: found.result,
    callRecord: found.call_id,
    changedAt: found.changed_at.toISOString(),
  };
}

/** Some targets; `where` says which, `tail` orders and bounds them. */
export function findTargets(
  trx: Trx,
  account: string,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown> = sql`limit 1`,
): Promise<TargetRow[]> {
  return checkedRows(
    trx,
    TargetRow,
    sql`select ${targetColumns} from ${targetTables} where t.customer_account = ${account} and ${where} ${tail}`,
  );
}

/** The number that an agent has before them. */
export async function findAssigned(trx: Trx, account: string, user: string): Promise<TargetRow | undefined> {
  const [found] = await findTargets(trx, account, sql`t.assigned_to = ${user} and t.state = 'assigned'`);
  return found;
}

const SettingsRow = z.object({
  call_from: z.string(),
  call_until: z.string(),
  call_days: z.array(z.number()),
  max_attempts: z.number(),
  retry_minutes: z.number(),
  drop_cap: z.number(),
  time_zone: z.string(),
});
type SettingsRow = z.infer<typeof SettingsRow>;

/** When numbers of lists are called, and how often; with the account's time zone. */
export async function loadOutboundSettings(trx: Trx, account: string): Promise<SettingsRow> {
  const found = await checkedRow(
    trx,
    SettingsRow,
    sql`select call_from, call_until, call_days, max_attempts, retry_minutes, time_zone,
        drop_cap_tenths / 10.0::float8 as drop_cap
      from voice.settings where customer_account = ${account}`,
  );
  if (!found) throw new Error("the account has no settings of its call centre");
  return found;
}

export function callingHours({ call_from, call_until, call_days }: OutboundSettings): CallingHours {
  return { from: call_from, until: call_until, days: call_days };
}

const StateCount = z.object({ state: z.enum(targetStates), count: z.number() });

/** How many numbers of a list are in each state, though it is in the trash; of all others where none is named. */
export async function countTargets(trx: Trx, account: string, group: number | null): Promise<TargetCounts> {
  const found = await checkedRows(
    trx,
    StateCount,
    sql`select t.state, count(*)::int as count from ${targetTables}
      where t.customer_account = ${account}
        and (t.group_id = ${group}::bigint or (${group}::bigint is null and g.deleted_at is null)) group by t.state`,
  );
  const counts = { waiting: 0, assigned: 0, done: 0, given_up: 0, machine: 0, trash: 0 };
  for (const { state, count } of found) counts[state] = count;
  return counts;
}
