import { sql } from "kysely";
import { z } from "zod";
import { isCallingTime } from "../../../rules/outbound";
import { sendLater, type Tasks } from "../../kit/jobs";
import { checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { listOptedOut } from "../outbound/merge";
import { loadOutboundSettings } from "../targets/store";
import { systemActor, tell, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { DueCall, optOutTask, type RobocallCaller } from "./caller";
import { settleRobocall } from "./money";
import { findRobocall, lockRobocall, type RobocallRow } from "./store";

/** The job that places the next calls of a robocall, and queues itself: `{ account, robocall_id }`. */
export const robocallTask = "voice.robocall";

/** Seconds after which a call of which its process says nothing is of unknown fate. */
const quietSeconds = 90;
/** Milliseconds to the next look: while calls are due or on, and while they are not. */
const lookMs = 1_000;
const idleMs = 60_000;

export function robocallTasks(service: VoiceContext, caller: RobocallCaller): Tasks {
  return {
    [robocallTask]: ({ account, robocall_id }) => takeTurn(service, caller, String(account), Number(robocall_id)),
    [optOutTask]: ({ account, phone, reason }) => optOut(service, String(account), String(phone), String(reason)),
  };
}

async function optOut({ deps }: VoiceContext, account: string, phones: string, reason: string): Promise<void> {
  const answer = await deps.clientsOfAccount(account).messaging.addToBlacklist({ body: { phones, reason } });
  if (answer.status !== 201) throw new Error(`messaging answered ${answer.status}: ${answer.body.message}`);
}

async function takeTurn(service: VoiceContext, caller: RobocallCaller, account: string, id: number): Promise<void> {
  const { change, read, deps } = service;
  const found = await read(account, (trx) => findRobocall(trx, account, id));
  if (!found) return;
  const due = await change(account, systemActor, (unit) => claimCalls(unit, id, caller.canDial()));
  if (due.length > 0) {
    const { messaging } = deps.clientsOfAccount(account);
    // Somebody may have asked for no more calls since it was composed. Where that can't be read, no one is called now.
    const out = await listOptedOut(
      messaging,
      due.map(({ to }) => to),
    ).catch(() => undefined);
    const spared = due.filter(({ to }) => out === undefined || out.includes(to));
    if (spared.length > 0)
      await change(account, systemActor, (unit) => spare(unit, spared, out === undefined ? "waiting" : "left_out"));
    for (const one of due) if (!spared.includes(one)) caller.place(account, found, one);
  }
  const over = await change(account, systemActor, (unit) => endTurn(unit, id));
  if (over) await settleRobocall(service, account, id);
}

/** Takes the numbers that are called now. They are written as called before they are, so that none is called twice. */
async function claimCalls(unit: VoiceUnitOfWork, id: number, canDial: boolean): Promise<DueCall[]> {
  const { trx, account, now } = unit;
  const found = await lockRobocall(unit, id);
  await sql`update voice.robocall_targets set state = 'unknown'
    where customer_account = ${account} and robocall_id = ${id} and state = 'calling'
      and seen_at < ${now}::timestamptz - ${quietSeconds} * interval '1 second'`.execute(trx);
  if (found.state !== "running" || !canDial || !(await isOpen(unit, found))) return [];
  return checkedRows(
    trx,
    DueCall,
    sql`update voice.robocall_targets set state = 'calling', attempts = attempts + 1, seen_at = ${now}, called_at = ${now}
      where customer_account = ${account} and id in (
        select id from voice.robocall_targets where customer_account = ${account} and robocall_id = ${id}
          and state = 'waiting' and next_at <= ${now} and phone_number <> '' order by next_at, id
        limit greatest(0, ${found.speed} - (select count(*) from voice.robocall_targets
          where customer_account = ${account} and robocall_id = ${id} and state = 'calling')))
      returning id, phone_number as "to", attempts`,
  );
}

async function isOpen({ trx, account, now }: VoiceUnitOfWork, found: RobocallRow): Promise<boolean> {
  const { time_zone: zone } = await loadOutboundSettings(trx, account);
  const hours = { from: found.call_from, until: found.call_until, days: found.call_days };
  return isCallingTime(now, zone, hours);
}

/** They were not called after all. */
async function spare(
  { trx, account, now }: VoiceUnitOfWork,
  spared: readonly DueCall[],
  state: "waiting" | "left_out",
): Promise<void> {
  const ids = bigints(spared.map(({ id }) => id));
  await sql`update voice.robocall_targets set state = ${state}, attempts = attempts - 1, called_at = null,
      result = case when ${state === "left_out"} then 'opted_out' else result end,
      next_at = ${now}::timestamptz + interval '1 minute'
    where customer_account = ${account} and id = any(${ids}) and state = 'calling'`.execute(trx);
}

const TurnRow = z.object({ waiting: z.number(), due: z.number(), calling: z.number() });

/** Ends the robocall where every number is done, or queues the next look. True: it is over and no call is on. */
async function endTurn(unit: VoiceUnitOfWork, id: number): Promise<boolean> {
  const { trx, account, now } = unit;
  const found = await lockRobocall(unit, id);
  const [left] = await checkedRows(
    trx,
    TurnRow,
    sql`select count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'waiting' and next_at <= ${now})::int as due,
        count(*) filter (where state = 'calling')::int as calling
      from voice.robocall_targets where customer_account = ${account} and robocall_id = ${id}
        and state in ('waiting', 'calling')`,
  );
  const { waiting, due, calling } = left ?? { waiting: 0, due: 0, calling: 0 };
  const ended = found.state === "stopped" || found.state === "finished";
  if (found.state === "running" && waiting === 0 && calling === 0) {
    await sql`update voice.robocalls set state = 'finished', ended_at = ${now}
      where customer_account = ${account} and id = ${id}`.execute(trx);
    tell(unit, "voice.call", { user: null, id, status: "Robocall" });
    return true;
  }
  if (ended && calling === 0) return true;
  if (found.state === "paused" && calling === 0) return false;
  const soon = calling > 0 || (due > 0 && (await isOpen(unit, found)));
  const at = new Date(Date.now() + (soon ? lookMs : idleMs));
  await sendLater(trx, robocallTask, { account, robocall_id: id }, { at, key: `${robocallTask} ${account} ${id}` });
  return false;
}
