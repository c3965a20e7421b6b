import { sql } from "kysely";
import { endedBy } from "../../../rules/survey/sessions";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { bigints } from "../../kit/rows";
import type { SurveyDeps } from "../deps";
import { listOpenSessions, moveSession } from "../sessions/store";
import { leaveForFallback } from "./fallback";
import { listWaiting } from "./queue";
import { sendOnWhatsapp } from "./send-whatsapp";
import { pauseForTrouble } from "./store";

type RefusedMessage = { to: string; opted_out: boolean; message: string };

/**
 * Sends a batch of what is said in sessions, once however often it runs. What messaging refuses as a whole, such as for
 * want of money, waits and pauses its run. @throws Error where messaging gives no clear answer: the job runs again
 */
export async function sendBatch(
  database: Database,
  deps: Pick<SurveyDeps, "clientsOfAccount">,
  payload: Record<string, unknown>,
): Promise<void> {
  const { db } = database;
  const { account, batch } = payload as { account: string; batch: string };
  const waiting = await readAccount(db, account, (trx) => listWaiting(trx, account, batch));
  const [first] = waiting;
  if (!first) return;
  if (first.channel === "whatsapp") return sendOnWhatsapp(database, deps, account, batch, waiting);
  const answer = await deps.clientsOfAccount(account).messaging.sendQuestions({
    body: {
      key: `survey:${batch}`,
      sender: first.sender,
      messages: waiting.map(({ msisdn, text, expects }) => ({ to: msisdn, text, expects })),
    },
  });
  if (answer.status === 422 || answer.status === 409) {
    const words = Object.values(answer.body.errors ?? {}).flat()[0] ?? answer.body.message;
    await inAccount(db, account, (trx) => pauseForTrouble(trx, account, first.instance_id, words));
    return;
  }
  if (answer.status !== 201) throw new Error(`messaging answered ${answer.status}: ${answer.body.message}`);
  const { accepted, refused } = answer.body;
  const ids = new Map(accepted.map(({ to, id }) => [to, id]));
  const whys = new Map<string, RefusedMessage>(refused.map((one) => [one.to, one]));
  await inAccount(db, account, async (trx) => {
    const sessions = await listOpenSessions(
      trx,
      account,
      sql`x.id = any(${bigints(waiting.map(({ session_id }) => session_id))})`,
    );
    for (const { id, session_id, msisdn } of waiting) {
      const message = ids.get(msisdn);
      const why = whys.get(msisdn);
      if (message === undefined && why === undefined) continue;
      await sql`
        update survey.messages set state = ${message === undefined ? "refused" : "sent"},
          message_id = ${message ?? ""}, reason = ${why?.message ?? ""}
        where customer_account = ${account} and id = ${id}`.execute(trx);
      const session = sessions.find((one) => one.id === session_id);
      if (!session) continue;
      const keep = { invalid: session.invalid, question: session.question_id };
      if (message !== undefined) {
        if (session.disposition === "queued") await moveSession(trx, account, session, "contacted", keep);
        // Silence is counted from what was said last.
        else
          await sql`update survey.sessions set active_at = now()
            where customer_account = ${account} and id = ${session.id}`.execute(trx);
      } else if (why?.opted_out) await moveSession(trx, account, session, endedBy(session.disposition, "stop"), keep);
      else if (session.disposition === "queued" && !(await leaveForFallback(trx, account, session.id)))
        await moveSession(trx, account, session, "failed", keep);
    }
  });
}
