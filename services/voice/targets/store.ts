import { type RawBuilder, sql } from "kysely";
import type { CallingHours, TargetState } from "../../../rules/outbound";
import type { Trx } from "../../kit/database";
import { row, rows } from "../../kit/rows";
import type { OutboundSettings } from "../contract.outbound";
import type { Target, TargetCounts } from "../contract.targets";

export type TargetRow = {
  id: number;
  group_id: number | null;
  group_name: string;
  phone_number: string;
  name: string;
  details: Record<string, string>;
  note: string;
  state: TargetState;
  next_at: Date;
  owner_id: string;
  owner_name: string;
  assigned_to: string;
  assigned_name: string;
  attempts: number;
  result: string;
  call_id: number | null;
  changed_at: Date;
};

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
  return rows(
    trx,
    sql`select ${targetColumns} from ${targetTables} where t.customer_account = ${account} and ${where} ${tail}`,
  );
}

/** The number that an agent has before them. */
export async function findAssigned(trx: Trx, account: string, user: string): Promise<TargetRow | undefined> {
  const [found] = await findTargets(trx, account, sql`t.assigned_to = ${user} and t.state = 'assigned'`);
  return found;
}

type SettingsRow = OutboundSettings & { time_zone: string };

/** When numbers of lists are called, and how often; with the account's time zone. */
export async function loadOutboundSettings(trx: Trx, account: string): Promise<SettingsRow> {
  const found = await row<SettingsRow>(
    trx,
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

/** How many numbers of a list are in each state; of all lists that are not deleted where none is named. */
export async function countTargets(trx: Trx, account: string, group: number | null): Promise<TargetCounts> {
  const found = await rows<{ state: TargetState; count: number }>(
    trx,
    sql`select t.state, count(*)::int as count from ${targetTables}
      where t.customer_account = ${account} and g.deleted_at is null
        and (${group}::bigint is null or t.group_id = ${group}) group by t.state`,
  );
  const counts = { waiting: 0, assigned: 0, done: 0, given_up: 0, machine: 0, trash: 0 };
  for (const { state, count } of found) counts[state] = count;
  return counts;
}
