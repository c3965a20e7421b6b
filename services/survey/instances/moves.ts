import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import { closeKeywords } from "./keywords";
import { queueKeptBack } from "./queue";
import { endSessions } from "./receive";
import type { RunRow } from "./store";

/** Makes the move. Answers the numbers of whom nothing is asked then. @throws HttpError 409 */
export async function moveRun(
  trx: Trx,
  account: string,
  { id, status }: RunRow,
  move: "pause" | "resume" | "close",
): Promise<string[]> {
  const mine = sql`customer_account = ${account} and id = ${id}`;
  if (move === "pause") {
    if (status !== "running") throw new HttpError(409, "Only a run that is running can be paused.");
    await sql`update survey.instances set status = 'paused', trouble = '' where ${mine}`.execute(trx);
    return [];
  }
  if (move === "resume") {
    if (status !== "paused") throw new HttpError(409, "Only a paused run can be resumed.");
    await sql`update survey.instances set status = 'running', trouble = '' where ${mine}`.execute(trx);
    await queueKeptBack(trx, account, id);
    return [];
  }
  if (status !== "running" && status !== "paused")
    throw new HttpError(409, status === "pending" ? "This run was not started." : "This run is over already.");
  return closeRun(trx, account, id);
}

/** Ends a run with its open sessions; what was answered stays. Answers the numbers of whom nothing is asked then. */
export async function closeRun(trx: Trx, account: string, id: number): Promise<string[]> {
  await sql`update survey.instances set status = 'closed', ended_at = now()
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await closeKeywords(trx, account, id);
  const ended: string[] = [];
  for (;;) {
    const some = await endSessions(trx, account, sql`x.instance_id = ${id}`, "The run was closed.");
    ended.push(...some);
    if (some.length === 0) return ended;
  }
}
