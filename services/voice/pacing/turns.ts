import { sql } from "kysely";
import { z } from "zod";
import { sendLater, type Tasks } from "../../kit/jobs";
import { checkedRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { listOptedOut, noCallReason } from "../outbound/merge";
import { writeState } from "../targets/after-call";
import { systemActor, tell, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import type { PacedCaller } from "./caller";
import { claimCalls, type DueNumber, endQuietCalls, isOpenNow, listDue, readPace } from "./claim";
import { countInAir, mustFindPaced } from "./store";

/** The job that places the next calls of a list, and queues itself: `{ account, group_id }`. */
export const pacingTask = "voice.pacing";

/** Milliseconds to the next look: while numbers are due or calls are on, and while they are not. */
const lookMs = 1_000;
const idleMs = 60_000;

export function pacingTasks(service: VoiceContext, caller: PacedCaller): Tasks {
  return { [pacingTask]: ({ account, group_id }) => takeTurn(service, caller, String(account), Number(group_id)) };
}

async function takeTurn(service: VoiceContext, caller: PacedCaller, account: string, id: number): Promise<void> {
  const { change, read, deps, now } = service;
  const driver = caller.driver();
  await change(account, systemActor, endQuietCalls);
  const due = await read(account, async (trx) => {
    const pace = driver && (await readPace({ trx, account, now: now() }, id, driver.isReachable));
    return pace && pace.calls > 0 ? listDue(trx, account, id, now()) : [];
  });
  if (driver && due.length > 0) {
    const { messaging } = deps.clientsOfAccount(account);
    // Somebody may have asked for no more calls since the list was read. Where that can't be read, no one is called now.
    const numbers = due.map(({ phone_number }) => phone_number);
    const out = await listOptedOut(messaging, numbers).catch(() => undefined);
    if (out) {
      const clean = due.filter(({ phone_number }) => !out.includes(phone_number));
      const left = due.filter((one) => !clean.includes(one));
      const calls = await change(account, systemActor, async (unit) => {
        await leaveOut(unit, left);
        return claimCalls(unit, id, clean, driver.isReachable);
      });
      for (const call of calls) caller.place(account, call);
    }
  }
  await change(account, systemActor, (unit) => endTurn(unit, id));
}

async function leaveOut(unit: VoiceUnitOfWork, left: readonly DueNumber[]): Promise<void> {
  const result = noCallReason.charAt(0).toUpperCase() + noCallReason.slice(1);
  for (const { id } of left) {
    const { trx, account } = unit;
    const held = await hasRows(
      trx,
      sql`select id from voice.targets where customer_account = ${account} and id = ${id} and state = 'waiting'
        for update skip locked`,
    );
    if (held) await writeState(unit, id, { state: "trash", result });
  }
}

const TurnRow = z.object({ waiting: z.number(), due: z.number() });

/** Ends automatic calling where every number is done, or queues the next look. */
async function endTurn(unit: VoiceUnitOfWork, id: number): Promise<void> {
  const { trx, account, now } = unit;
  const group = await mustFindPaced(trx, account, id, true);
  const { inAir, talking } = await countInAir(trx, account, id);
  const on = inAir + talking > 0;
  // Calls of a paused list go on; those of a process that died are ended by the next look.
  if (group.pacing !== "running" && !on) return;
  const left = await checkedRow(
    trx,
    TurnRow,
    sql`select count(*)::int as waiting, count(*) filter (where next_at <= ${now})::int as due from voice.targets
      where customer_account = ${account} and group_id = ${id} and state = 'waiting'`,
  );
  if ((left?.waiting ?? 0) === 0 && !on) {
    await sql`update voice.target_groups set pacing = 'paused' where customer_account = ${account} and id = ${id}`.execute(
      trx,
    );
    tell(unit, "voice.call", { user: null, id, status: "Pacing" });
    return;
  }
  const soon = on || ((left?.due ?? 0) > 0 && (await isOpenNow(unit, group)));
  const at = new Date(Date.now() + (soon ? lookMs : idleMs));
  await sendLater(trx, pacingTask, { account, group_id: id }, { at, key: `${pacingTask} ${account} ${id}` });
}
