import { sql } from "kysely";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Tasks } from "../../kit/jobs";
import { loadZone } from "../channels/terms";
import { type CrmDeps, currentTime } from "../deps";
import { listenMinutes, planWork, sequenceTask } from "../sequence-state/wake";
import { claimDue } from "./claim";
import { endHeard, listListened } from "./heard";
import { sendClaimed } from "./send";

/** People of one look, and looks of one job: then others have their turn. */
const batch = 40;
const mostLooks = 25;
/** Messages that are handed over at the same time. */
const atOnce = 4;

/** The job of sequences; it may run twice, and two at a time. */
export function sequenceTasks(database: Database, deps: CrmDeps): Tasks {
  return {
    async [sequenceTask](payload) {
      await workSequences(database, deps, String(payload.account));
    },
  };
}

/** Does all that is due in an account, listens for those who have written, and queues itself for what comes next. */
export async function workSequences(database: Database, deps: CrmDeps, account: string): Promise<void> {
  const { db } = database;
  const zone = await loadZone(deps, account);
  for (let look = 0; look < mostLooks; look++) {
    const now = currentTime(deps);
    const due = await readAccount(db, account, (trx) =>
      listListened(
        trx,
        account,
        sql`p.paused_at is null and p.due_at <= ${now}::timestamptz order by p.due_at, p.id limit ${batch}`,
      ),
    );
    if (due.length === 0) break;
    // Whoever has written gets nothing more, so they are asked about just before.
    await endHeard(database, deps, account, due, now);
    const { looked, sends } = await claimDue(
      database,
      account,
      due.map(({ id }) => id),
      { zone, now },
    );
    for (let at = 0; at < sends.length; at += atOnce)
      await Promise.all(
        sends.slice(at, at + atOnce).map((send) => sendClaimed(database, deps, account, send, { zone, now })),
      );
    if (looked === 0) break;
  }
  await listen(database, deps, account);
  await inAccount(db, account, (trx) => planWork(trx, account, currentTime(deps)));
}

/** Asks about those who wait for a later step, each now and then. */
async function listen(database: Database, deps: CrmDeps, account: string): Promise<void> {
  for (let look = 0; look < mostLooks; look++) {
    const now = currentTime(deps);
    const before = new Date(now.getTime() - listenMinutes * 60_000);
    const people = await readAccount(database.db, account, (trx) =>
      listListened(trx, account, sql`p.checked_at <= ${before}::timestamptz order by p.checked_at limit ${batch}`),
    );
    await endHeard(database, deps, account, people, now);
    if (people.length < batch) return;
  }
}
