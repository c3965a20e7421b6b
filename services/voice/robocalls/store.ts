import { sql } from "kysely";
import { z } from "zod";
import { machineActions } from "../../../rules/answering-machines";
import {
  keyActions,
  type RobocallKey,
  type RobocallState,
  type RobocallTargetState,
  robocallKeys,
  robocallResults,
  robocallStates,
  robocallTargetStates,
} from "../../../rules/robocalls";
import type { Trx } from "../../kit/database";
import { byNumber, newestFirst } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { RobocallLine, RobocallTarget } from "../contract.robocalls";
import type { VoiceUnitOfWork } from "../workspace/context";

const RobocallRow = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(robocallStates),
  group_name: z.string(),
  sound_id: z.number(),
  sound: z.string(),
  words: z.string(),
  file_id: z.string(),
  our_number: z.string(),
  keys: z.array(z.object({ key: z.enum(robocallKeys), label: z.string(), action: z.enum(keyActions) })),
  on_machine: z.enum(machineActions),
  call_from: z.string(),
  call_until: z.string(),
  call_days: z.array(z.number()),
  max_attempts: z.number(),
  retry_minutes: z.number(),
  speed: z.number(),
  call_seconds: z.number(),
  interval_seconds: z.number(),
  price: z.number(),
  held_cents: z.number(),
  settled_cents: z.number(),
  created_by: z.string(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  settled_at: z.date().nullable(),
});
export type RobocallRow = z.infer<typeof RobocallRow>;

const columns = sql.raw(`r.id, r.name, r.state, r.group_name, r.sound_id, s.name as sound, s.words, s.file_id,
  n.phone_number as our_number, r.keys, r.on_machine, r.call_from, r.call_until, r.call_days, r.max_attempts, r.retry_minutes, r.speed,
  r.call_seconds, r.interval_seconds, r.price, r.held_cents, r.settled_cents, r.created_by, r.created_at, r.started_at,
  r.ended_at, r.settled_at`);
const tables = sql.raw(`voice.robocalls r
  join voice.flow_sounds s on s.customer_account = r.customer_account and s.id = r.sound_id
  join voice.numbers n on n.customer_account = r.customer_account and n.id = r.number_id`);

export function findRobocall(trx: Trx, account: string, id: number): Promise<RobocallRow | undefined> {
  return checkedRow(
    trx,
    RobocallRow,
    sql`select ${columns} from ${tables} where r.customer_account = ${account} and r.id = ${id}`,
  );
}

/** @throws HttpError 404 */
export async function mustFindRobocall(trx: Trx, account: string, id: number): Promise<RobocallRow> {
  const found = await findRobocall(trx, account, id);
  if (!found) throw new HttpError(404, "There is no such robocall.");
  return found;
}

/** Waits until nobody else changes the robocall. @throws HttpError 404 */
export async function lockRobocall({ trx, account }: VoiceUnitOfWork, id: number): Promise<RobocallRow> {
  await sql`select from voice.robocalls where customer_account = ${account} and id = ${id} for update`.execute(trx);
  return mustFindRobocall(trx, account, id);
}

const LineRow = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(robocallStates),
  group_name: z.string(),
  numbers: z.number(),
  answered: z.number(),
  held_cents: z.number(),
  settled_cents: z.number(),
  created_by: z.string(),
  created_at: z.date(),
});

/** Robocalls, newest first. */
export async function robocallPage(
  trx: Trx,
  account: string,
  query: PageQuery & { state?: RobocallState | undefined },
) {
  const page = await pageOfRows(trx, query, {
    schema: LineRow,
    select: sql`id, name, state, group_name, held_cents, settled_cents, created_by, created_at,
      (select count(*)::int from voice.robocall_targets t
        where t.customer_account = ${account} and t.robocall_id = r.id and t.state <> 'left_out') as numbers,
      (select count(*)::int from voice.robocall_targets t
        where t.customer_account = ${account} and t.robocall_id = r.id and t.state = 'answered') as answered`,
    from: sql`voice.robocalls r where r.customer_account = ${account}
      and (${query.state ?? null}::text is null or r.state = ${query.state ?? null})`,
    order: newestFirst,
  });
  const data = page.data.map(
    ({ group_name: group, held_cents: heldCents, settled_cents: settledCents, ...one }): RobocallLine => ({
      ...{ id: one.id, name: one.name, state: one.state, group, numbers: one.numbers, answered: one.answered },
      ...{ heldCents, settledCents, createdBy: one.created_by, createdAt: one.created_at.toISOString() },
    }),
  );
  return { ...page, data };
}

const TargetRow = z.object({
  id: z.number(),
  phone_number: z.string(),
  name: z.string(),
  state: z.enum(robocallTargetStates),
  result: z.enum(robocallResults),
  attempts: z.number(),
  called_at: z.date().nullable(),
  seconds: z.number(),
  key_pressed: z.string(),
  cost: z.number(),
});

type TargetQuery = PageQuery & {
  q: string;
  state?: RobocallTargetState | undefined;
  key?: RobocallKey["key"] | undefined;
};

const inOrder = byNumber("id", true);

/** The numbers of a robocall, in the order in which they are called. */
export async function robocallTargetPage(trx: Trx, account: string, found: RobocallRow, query: TargetQuery) {
  const digits = query.q.replace(/\D/g, "").replace(/^(254|0)/, "");
  const page = await pageOfRows(trx, query, {
    schema: TargetRow,
    select: sql`id, phone_number, name, state, result, attempts, called_at, seconds, key_pressed, cost`,
    from: sql`voice.robocall_targets where customer_account = ${account} and robocall_id = ${found.id}
      and (${query.state ?? null}::text is null or state = ${query.state ?? null})
      and (${query.key ?? null}::text is null or key_pressed = ${query.key ?? null})
      and (${query.q} = '' or phone_number like ${`%${digits || "none"}%`})`,
    order: inOrder,
  });
  const data = page.data.map(
    (one): RobocallTarget => ({
      ...{ id: one.id, phoneNumber: one.phone_number, name: one.name, state: one.state, result: one.result },
      ...{ attempts: one.attempts, calledAt: one.called_at?.toISOString() ?? null, seconds: one.seconds },
      ...{ key: one.key_pressed, costCents: one.cost / 100 },
      label: found.keys.find(({ key }) => key === one.key_pressed)?.label ?? "",
    }),
  );
  return { ...page, data };
}

export type RobocallSums = {
  counts: Record<(typeof robocallTargetStates)[number], number>;
  /** What answered calls cost, in 1/10,000 KES, and how long they were. */
  cost: number;
  seconds: number;
  pressed: ReadonlyMap<string, number>;
};

const TargetSum = z.object({
  state: z.enum(robocallTargetStates),
  key: z.string(),
  count: z.number(),
  cost: z.number(),
  seconds: z.number(),
});

/** What became of the numbers of a robocall, counted from its rows. */
export async function sumTargets(trx: Trx, account: string, id: number): Promise<RobocallSums> {
  const found = await checkedRows(
    trx,
    TargetSum,
    sql`select state, key_pressed as key, count(*)::int as count, sum(cost)::bigint as cost, sum(seconds)::bigint as seconds
      from voice.robocall_targets where customer_account = ${account} and robocall_id = ${id} group by 1, 2`,
  );
  const counts = {
    waiting: 0,
    calling: 0,
    answered: 0,
    machine: 0,
    not_reached: 0,
    unknown: 0,
    left_out: 0,
    stopped: 0,
  };
  const pressed = new Map<string, number>();
  let [cost, seconds] = [0, 0];
  for (const one of found) {
    counts[one.state] += one.count;
    cost += one.cost;
    seconds += one.seconds;
    if (one.key !== "") pressed.set(one.key, (pressed.get(one.key) ?? 0) + one.count);
  }
  return { counts, cost, seconds, pressed };
}
