import { sql } from "kysely";
import { showDate } from "../../../rules/format";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Tasks } from "../../kit/jobs";
import { publishNotices } from "../../kit/notices";
import { HttpError } from "../../kit/serve";
import { makeDraft } from "../blasts/create";
import { type BlastDeps, currentTime } from "../blasts/deps";
import { confirm } from "../blasts/moves";
import { findRecurring, planNext, type RecurringRow, recurringTask } from "../blasts/recurring";
import { loadBlastSettings } from "../blasts/settings";
import { BlastForm } from "../contract.sending";

type Outcome = { blast?: number; trouble: string };

/**
 * Sends a recurring message when its time has come: the groups are read anew, and the cost is that of the day. What
 * can't be sent is told to whoever made it, and the next one goes out at its own time. May run twice.
 */
export function recurringTasks(database: Database, deps: BlastDeps): Tasks {
  const { db } = database;
  return {
    async [recurringTask](payload) {
      const [account, id, at] = [String(payload.account), Number(payload.id), String(payload.at)];
      const found = await readAccount(db, account, (trx) => findRecurring(trx, account, id));
      if (found?.state !== "active" || found.next_at?.toISOString() !== at) return;
      const outcome = await sendOnce(database, deps, account, found, at);
      await inAccount(db, account, async (trx) => {
        const now = await findRecurring(trx, account, id, true);
        // Stopped meanwhile, or this job ran twice.
        if (now?.state !== "active" || now.next_at?.toISOString() !== at) return;
        await sql`
          update messaging.recurring_messages
          set trouble = ${outcome.trouble}, last_blast = coalesce(${outcome.blast ?? null}::bigint, last_blast)
          where customer_account = ${account} and id = ${id}`.execute(trx);
        const { timeZone: zone } = await loadBlastSettings(trx, account);
        const next = await planNext(trx, account, now, { after: latest(new Date(at), currentTime(deps)), zone });
        const { user_id, form, last_blast } = now;
        if (outcome.trouble === "" || user_id === null) return;
        const name = form.name ? `Your recurring SMS “${form.name}”` : "Your recurring SMS";
        const then = next ? ` It is sent next on ${showDate(next, zone)}.` : "";
        const about = { kind: "blast stopped", subject: outcome.blast ?? last_blast ?? 0 } as const;
        const words = `${name} was not sent. ${outcome.trouble}${then}`;
        await publishNotices(trx, account, [{ ...about, users: [user_id], words, key: `recurring:${id}:${at}` }]);
      });
    },
  };
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/** Writes and confirms the blast of one time. @throws Error when billing gives no clear answer: the job runs again */
async function sendOnce(
  database: Database,
  deps: BlastDeps,
  account: string,
  { id, form, user_id, created_by }: RecurringRow,
  at: string,
): Promise<Outcome> {
  const key = `recurring-${id}-${at}`;
  try {
    const who = { id: user_id, name: created_by, balance: 0, now: currentTime(deps), recurring: id };
    const made = await makeDraft(database, deps, account, BlastForm.parse({ ...form, key }), who);
    const answer = await confirm(database, deps, account, made.id);
    if (answer.status === 201) return { blast: made.id, trouble: "" };
    if (answer.status >= 500) throw new Error(`a recurring message was not confirmed: ${answer.body.message}`);
    return { blast: made.id, trouble: answer.body.message };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    const [words] = Object.values(error.errors ?? {}).flat();
    return { trouble: words ?? error.message };
  }
}
