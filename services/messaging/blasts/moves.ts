import { sql } from "kysely";
import { z } from "zod";
import { showKes } from "../../../rules/money";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { announce } from "./announce";
import { cancelRange, cancelWaiting } from "./cancel-range";
import { type BlastDeps, currentTime } from "./deps";
import { releaseRest, setPauseAfter } from "./first-messages";
import { publishBlastStop } from "./notices";
import { findPlan, loadReceiptRule } from "./receipts-end";
import { beginRecurring, endWithFirst } from "./recurring";
import { holdBack, letGo, mustNotBeConfirming } from "./replace";
import { blastHours, isUrgent, loadBlastSettings, nextOpening, type Settings } from "./settings";
import { type BlastStatus, type Move, moves } from "./states";
import { findSuspension, mustMaySend } from "./suspension";

const chunkSize = 500;

/** The name under which billing knows the money of a blast. */
export function holdName(blast: number): string {
  return `blast:${blast}`;
}

type Locked = Awaited<ReturnType<typeof lockBlast>>;
type Answer = { status: 201 } | ReturnType<typeof problem>;

/** The blast, locked until the commit. Whoever is to lock its counts as well locks this first. Refuses with 404. */
export async function lockBlast(trx: Trx, account: string, blast: number) {
  const row = await trx
    .selectFrom("messaging.blasts")
    .select(["id", "name", "status", "kind", "sender", "recipients", "cost_cents", "promotional", "reply"])
    .select(["send_at", "started_at", "pause_after", "replaces", "recurring_id", "out_of"])
    .where("customer_account", "=", account)
    .where("id", "=", blast)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new HttpError(404, "There is no such blast.");
  return row;
}

/** True when the move is to be made, false when it was made before; a refusal is thrown. */
function decide(move: Move, status: BlastStatus): boolean {
  const verdict = moves[move][status];
  if (typeof verdict === "object") throw new HttpError(409, verdict.refused);
  return verdict === "go";
}

/** `first`: so many messages are sent before it waits. `again`: a confirmation that was cut off is made once more. */
type ConfirmOptions = { again?: boolean; by?: ActivityActor | undefined; first?: number };

/**
 * Holds the cost, then lets the blast go or schedules it. That it was confirmed is written down first: when the
 * process dies in between, the sweep confirms again (`again`), and billing holds the same reference once.
 */
export async function confirm(
  { db }: Database,
  deps: BlastDeps,
  account: string,
  blast: number,
  { again = false, by, first }: ConfirmOptions = {},
): Promise<Answer> {
  const before = await inAccount(db, account, async (trx) => {
    const stopped = again ? undefined : await findSuspension(trx, account);
    const row = await lockBlast(trx, account, blast);
    if (!decide("confirm", row.status)) return undefined;
    if (stopped !== undefined) throw new HttpError(422, stopped);
    if (row.replaces !== null) await holdBack(trx, account, row.replaces, again);
    if (!again) await setPauseAfter(trx, account, blast, first !== undefined && first < row.recipients ? first : null);
    await trx
      .insertInto("messaging.queue")
      .values({ blast_id: blast, customer_account: account, state: "confirming" })
      .onConflict((on) => on.column("blast_id").doNothing())
      .execute();
    return row;
  });
  if (!before) return { status: 201 };
  const { replaces, out_of, cost_cents: cents } = before;
  const instead = {
    ...(replaces === null ? {} : { instead_of: holdName(replaces) }),
    ...(out_of === null ? {} : { out_of }),
  };
  const held = await deps.billingFor(account).hold({
    body: { reference: holdName(blast), cents, description: purposeOf(before), ...instead },
  });
  if (held.status === 201) {
    const plan = await findPlan(deps, account);
    await inAccount(db, account, (trx) => launch(trx, account, blast, { now: currentTime(deps), plan, by }));
    return { status: 201 };
  }
  // Without a clear answer it may be held: the sweep will ask again. A clear no ends it here.
  if (held.status !== 422 && held.status !== 404)
    return problem(
      503,
      "Billing does not answer. The message goes out as soon as it does; cancel it if it should not.",
    );
  await inAccount(db, account, async (trx) => {
    await trx.deleteFrom("messaging.queue").where("blast_id", "=", blast).where("state", "=", "confirming").execute();
    if (replaces !== null) await letGo(trx, account, replaces);
    // Whoever confirmed it was told that it goes out: nobody looks at this answer.
    if (again) await publishBlastStop(trx, account, blast, held.body.message);
  });
  return problem(422, held.body.message, held.body.errors);
}

function purposeOf({ name, recipients }: Locked): string {
  return `SMS to ${recipients.toLocaleString("en-GB")}${name ? `: ${name}` : ""}`.slice(0, 200);
}

/** Puts the blast in the queue, once. The money is held. */
async function launch(
  trx: Trx,
  account: string,
  blast: number,
  { now, plan, by }: { now: Date; plan: string; by: ActivityActor | undefined },
): Promise<void> {
  const stopped = await findSuspension(trx, account);
  const row = await lockBlast(trx, account, blast);
  if (moves.confirm[row.status] !== "go") return;
  if (row.replaces !== null) await cancelIn(trx, account, row.replaces);
  const settings = await loadBlastSettings(trx, account);
  const asked = row.send_at && row.send_at > now ? row.send_at : undefined;
  const closed = nextOpening(asked ?? now, blastHours(settings, row), settings.timeZone);
  const due = closed ?? asked;
  await enqueue(trx, account, row, due, settings);
  await beginRecurring(trx, account, row, { now, zone: settings.timeZone });
  // Suspended between the two transactions: the money is held, and nothing leaves.
  const status = due ? "scheduled" : stopped === undefined ? "sending" : "paused";
  if (status === "paused")
    await trx.updateTable("messaging.queue").set({ state: status }).where("blast_id", "=", blast).execute();
  await trx
    .updateTable("messaging.blasts")
    .set({ status, ...(await loadReceiptRule(trx, plan)), ...(due ? {} : { started_at: now }) })
    .where("customer_account", "=", account)
    .where("id", "=", blast)
    .execute();
  await announce(trx, account, blast, status);
  if (by) await recordSending(trx, account, row, by);
}

/** That it goes out, among the activities. */
async function recordSending(trx: Trx, account: string, row: Locked, by: ActivityActor): Promise<void> {
  const count = row.recipients.toLocaleString("en-GB");
  const messages = `${count} ${row.recipients === 1 ? "message" : "messages"}`;
  await recordActivity(trx, account, by, {
    action: "Message sent",
    description: `${messages} from ${row.sender}, ${showKes(row.cost_cents)}.`,
    subject: "blast",
    subject_id: String(row.id),
  });
}

const DraftRow = z.object({ blast_id: z.number(), customer_account: z.string() });

/** Confirmations that were cut off between the two transactions are made once more. */
export async function repairConfirmations(database: Database, deps: BlastDeps, olderThanMs: number): Promise<void> {
  const rows = await checkedRows(
    database.db,
    DraftRow,
    sql`
    select blast_id, customer_account from messaging.queue
    where state = 'confirming' and created_at < now() - ${olderThanMs} * interval '1 millisecond'`,
  );
  for (const row of rows) await confirm(database, deps, row.customer_account, row.blast_id, { again: true });
}

/** Writes the queue row and its chunks; `due` is left out for now, the settings for what leaves at any hour. */
export async function enqueue(
  trx: Trx,
  account: string,
  blast: Pick<Locked, "id" | "kind" | "sender" | "recipients" | "promotional"> & Partial<Pick<Locked, "pause_after">>,
  due: Date | undefined,
  settings?: Settings,
): Promise<void> {
  const row = {
    state: due ? ("scheduled" as const) : ("sending" as const),
    ...(due ? { due } : {}),
    urgent: isUrgent(blast),
    promotional: blast.promotional,
    quiet: settings !== undefined && !blast.promotional && blastHours(settings, blast) !== undefined,
  };
  await trx
    .insertInto("messaging.queue")
    .values({ blast_id: blast.id, customer_account: account, ...row })
    .onConflict((on) => on.column("blast_id").doUpdateSet(row))
    .execute();
  // What comes after the first messages is not taken before somebody continues.
  const most = blast.pause_after ?? 0;
  await sql`
    insert into messaging.chunks (blast_id, first_seq, last_seq, not_before)
    select ${blast.id}::bigint, 1, ${most}::int, now() where ${most}::int > 0
    union all
    select ${blast.id}::bigint, first, least(first + ${chunkSize - 1}, ${blast.recipients}::int),
      case when ${most}::int > 0 then 'infinity' else now() end
    from generate_series(${most + 1}::int, ${blast.recipients}::int, ${chunkSize}) as first`.execute(trx);
  await trx
    .insertInto("messaging.recent")
    .values({ customer_account: account, sender: blast.sender, blast_id: blast.id })
    .execute();
}

/** Stops a running blast for now; what is on the wire already goes. */
export function pause(database: Database, account: string, blast: number): Promise<Answer> {
  return change(database, account, blast, "pause", "paused");
}

export function resume(database: Database, account: string, blast: number): Promise<Answer> {
  return change(database, account, blast, "resume", "sending");
}

/** Sends no more. Messages that a worker is sending at this moment are counted as sent; the rest is given back. */
export function cancel(database: Database, account: string, blast: number): Promise<Answer> {
  return change(database, account, blast, "cancel", "cancelled");
}

/** Where a blast that was confirmed can be moved to; its place in the queue follows. */
type QueueState = Extract<BlastStatus, "sending" | "paused" | "cancelled">;

function change({ db }: Database, account: string, blast: number, move: Move, to: QueueState): Promise<Answer> {
  return inAccount(db, account, async (trx) => {
    if (move === "resume") await mustMaySend(trx, account);
    return changeIn(trx, account, blast, move, to);
  });
}

/** `cancel` in a transaction that has more to do. */
export async function cancelIn(trx: Trx, account: string, blast: number): Promise<void> {
  await changeIn(trx, account, blast, "cancel", "cancelled");
}

async function changeIn(trx: Trx, account: string, blast: number, move: Move, to: QueueState) {
  const row = await lockBlast(trx, account, blast);
  if (!decide(move, row.status)) return { status: 201 } as const;
  if (row.status === "draft" && row.replaces !== null) await mustNotBeConfirming(trx, account, blast);
  await trx
    .updateTable("messaging.blasts")
    .set({ status: to, ...(to === "cancelled" ? { finished_at: sql<Date>`now()` } : {}) })
    .where("customer_account", "=", account)
    .where("id", "=", blast)
    .execute();
  await trx
    .updateTable("messaging.queue")
    .set({ state: to })
    .where("blast_id", "=", blast)
    .where("customer_account", "=", account)
    .execute();
  if (move === "resume") await releaseRest(trx, account, blast, row.pause_after);
  if (move === "cancel" && row.status === "scheduled" && row.started_at === null) await endWithFirst(trx, account, row);
  if (move === "cancel" && row.status === "draft") await cancelRange(trx, account, blast, 1, row.recipients);
  else if (move === "cancel") await cancelWaiting(trx, account, blast);
  await announce(trx, account, blast, to);
  return { status: 201 } as const;
}
