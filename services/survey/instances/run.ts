import { sql } from "kysely";
import { z } from "zod";
import { isCallingTime } from "../../../rules/outbound";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { startInterval } from "../../kit/interval";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import type { SurveyDeps } from "../deps";
import { listOpenSessions } from "../sessions/store";
import { loadVersion } from "../store/surveys";
import { askAgain, fallBack, staysForFallback } from "./fallback";
import { askFirst, atOnce } from "./first-questions";
import { closeKeywords } from "./keywords";
import { holdAndStart, settleRun } from "./money";
import { queueKeptBack, queueMessages } from "./queue";
import { endSessions } from "./receive";
import { clockText, loadRun, RunRow } from "./store";

/** What was to be sent so long ago is tried again: its job may have given up. */
const staleMinutes = 30;
/** Transactions of first questions before other runs have their turn. */
const mostInTurn = 10;
/** Reminders and ends are counted in hours. */
const silentEveryMs = 15_000;

export type RunDeps = Pick<SurveyDeps, "clientsOfAccount" | "publicUrl"> & { now?(): Date };
export type RunOptions = RunDeps & {
  log: { error(fields: object, message: string): void };
  everyMs?: number;
  /** Whether it looks for who is silent, too; true unless it says so. That reads all open sessions of a run. */
  forSilent?: boolean;
};

/** Asks first questions, reminds and ends what is silent, until stopped. Several processes may do it at once. */
export function startRuns(database: Database, options: RunOptions): { stop(): Promise<void> } {
  let stopped = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    for (let more = true; more && !stopped; ) {
      const forSilent = performance.now() - lookedAt >= silentEveryMs;
      if (forSilent) lookedAt = performance.now();
      more = await workRuns(database, { ...options, forSilent });
    }
  };
  const loop = startInterval(look, {
    everyMs: options.everyMs ?? 2_000,
    onError: (err) => options.log.error({ err }, "runs of surveys"),
  });
  return {
    stop() {
      stopped = true;
      return loop.stop();
    },
  };
}

/** One look at every run. Answers whether there are more first questions to put. */
export async function workRuns(database: Database, options: RunOptions): Promise<boolean> {
  const runs = await checkedRows(
    database.db,
    WorkedRun,
    sql`select instance_id, customer_account, calendar_id from survey.runs order by instance_id`,
  );
  let more = false;
  for (const run of runs) {
    const some = await workRun(database, options, run).catch((err: unknown) =>
      options.log.error({ err, instance: run.instance_id }, "a run of a survey"),
    );
    more ||= some === true;
  }
  return more;
}

const WorkedRun = z.object({
  instance_id: z.number(),
  customer_account: z.string(),
  calendar_id: z.number().nullable(),
});
type WorkedRun = z.infer<typeof WorkedRun>;

/** Answers whether it has more first questions to put. */
async function workRun(database: Database, deps: Omit<RunOptions, "log">, run: WorkedRun): Promise<boolean> {
  const { db } = database;
  const { instance_id: id, customer_account: account } = run;
  const now = deps.now?.() ?? new Date();
  const open = await isOpenCalendar(deps, run, now);
  let silent: string[] = [];
  let sender = "";
  const money = { hold: false, settle: false };
  let known: RunRow | undefined;
  let more = true;
  for (let turn = 0; turn < mostInTurn && more; turn++) {
    more = await inAccount(db, account, async (trx) => {
      const instance = known ? await lockAgain(trx, account, known) : await lockRun(trx, id, account);
      if (!instance) return false;
      known = instance;
      money.hold = instance.status === "pending";
      money.settle = isOver(instance);
      sender = instance.sender;
      // A paused run ends no one: whoever is silent may not have been asked.
      if (instance.status !== "running") return false;
      const forSilent = turn === 0 && deps.forSilent !== false;
      if (forSilent) silent = await endSilent(trx, account, instance);
      if (forSilent) await queueKeptBack(trx, account, id, staleMinutes);
      if (turn === 0) await endWhenDone(trx, account, instance);
      if (!open || !isInWindow(instance, now)) return false;
      const graph = await loadVersion(trx, account, instance.survey_id, instance.version);
      if (forSilent) await fallBack(trx, account, instance, { nothingWaits, address: deps.publicUrl() });
      if (forSilent) await remind(trx, account, instance);
      return (await askFirst(trx, account, instance, graph)) === atOnce;
    });
  }
  await endReplies(deps, account, sender, silent);
  if (money.hold) await holdAndStart(database, deps, account, id);
  if (money.settle && (await settleRun(database, deps, account, id)))
    await inAccount(db, account, (trx) => sql`delete from survey.runs where instance_id = ${id}`.execute(trx));
  return more;
}

function isOver({ status }: RunRow): boolean {
  return status === "closed" || status === "done";
}

/** Tells messaging that nothing is asked of these numbers any more. What fails costs nothing but a look later. */
export async function endReplies(
  deps: Pick<RunDeps, "clientsOfAccount">,
  account: string,
  sender: string,
  msisdns: readonly string[],
): Promise<void> {
  if (sender === "") return;
  for (let at = 0; at < msisdns.length; at += 1_000)
    await deps.clientsOfAccount(account).messaging.endReplies({
      body: { sender, msisdns: msisdns.slice(at, at + 1_000) },
    });
}

/** The run, where no other worker has it; one that is over has its money settled, and is worked no more. */
async function lockRun(trx: Trx, id: number, account: string): Promise<RunRow | undefined> {
  const held = await hasRows(trx, sql`select 1 from survey.runs where instance_id = ${id} for update skip locked`);
  if (!held) return undefined;
  const instance = await loadRun(trx, account, id, true);
  if (instance && (!isOver(instance) || (instance.held_cents > 0 && !instance.money_closed))) return instance;
  await sql`delete from survey.runs where instance_id = ${id}`.execute(trx);
  return undefined;
}

const StatusRow = RunRow.pick({ status: true });

/** The run of a look that goes on, as it was but for its status: its people are not counted for every 500. */
async function lockAgain(trx: Trx, account: string, known: RunRow): Promise<RunRow | undefined> {
  const held = await hasRows(
    trx,
    sql`select 1 from survey.runs where instance_id = ${known.id} for update skip locked`,
  );
  if (!held) return undefined;
  const now = await checkedRow(
    trx,
    StatusRow,
    sql`select status from survey.instances where customer_account = ${account} and id = ${known.id} for no key update`,
  );
  return now && { ...known, status: now.status };
}

export function isInWindow({ from_minute, until_minute, time_zone, days }: RunRow, now: Date): boolean {
  return isCallingTime(now, time_zone, { from: clockText(from_minute), until: clockText(until_minute), days });
}

/** Whether the business hours of a run are open, where it keeps some. Those that were removed keep no one from being asked. */
async function isOpenCalendar(deps: Pick<RunDeps, "clientsOfAccount">, run: WorkedRun, now: Date): Promise<boolean> {
  const { calendar_id, customer_account } = run;
  if (calendar_id === null) return true;
  const hours = await deps.clientsOfAccount(customer_account).ticketing.openHours({ query: { at: now.toISOString() } });
  if (hours.status !== 200) return false;
  return hours.body.data.find(({ id }) => id === calendar_id)?.open ?? true;
}

/** Everything that was to be said in session `x` was sent. */
const nothingWaits = sql.raw(`not exists (select from survey.messages m where m.customer_account = x.customer_account
  and m.session_id = x.id and m.state = 'waiting')`);

function endSilent(trx: Trx, account: string, instance: RunRow): Promise<string[]> {
  const { id, expiry_hours } = instance;
  const silent = sql`x.instance_id = ${id} and x.disposition <> 'queued'
    and x.active_at < now() - ${expiry_hours} * interval '1 hour' and ${nothingWaits}
    and (x.dry_run or not ${staysForFallback(instance)})`;
  return endSessions(trx, account, silent, "No one answered in time.");
}

/** Asks again where no one answered; a link is sent once. What is still to be sent uses up no reminder. */
async function remind(trx: Trx, account: string, { id, reminders, reminder_hours }: RunRow): Promise<void> {
  const due = sql`x.instance_id = ${id} and not x.dry_run and x.disposition <> 'queued' and x.current_channel not in ('agent', 'web')
    and x.reminded < ${reminders}
    and x.active_at < now() - ${reminder_hours} * (x.reminded + 1) * interval '1 hour' and ${nothingWaits}`;
  const sessions = (await listOpenSessions(trx, account, due)).slice(0, atOnce);
  const messages = [];
  for (const session of sessions) {
    messages.push(await askAgain(trx, account, session, id));
    await sql`update survey.sessions set reminded = reminded + 1
      where customer_account = ${account} and id = ${session.id}`.execute(trx);
  }
  await queueMessages(trx, account, messages);
}

async function endWhenDone(trx: Trx, account: string, { id, max_joiners, joined_count }: RunRow): Promise<void> {
  // Others may join still.
  if (joined_count < (max_joiners ?? 0)) return;
  const mine = sql`customer_account = ${account} and instance_id = ${id}`;
  const left = await hasRows(
    trx,
    sql`select 1 where exists (select from survey.recipients where ${mine} and state = 'waiting')
      or exists (select from survey.sessions where ${mine} and ended_at is null and not dry_run)`,
  );
  if (left) return;
  await sql`update survey.instances set status = 'done', ended_at = now()
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await closeKeywords(trx, account, id);
}
