import { sql } from "kysely";
import { endedBy } from "../../../rules/survey/sessions";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { bigints, json } from "../../kit/rows";
import type { SurveyDeps } from "../deps";
import { moveSession } from "../sessions/steps";
import { listOpenSessions, type SessionRow } from "../sessions/store";
import { leaveForFallback } from "./fallback";
import { holdName } from "./money";
import { listWaiting, type WaitingMessage } from "./queue";
import { endSessions } from "./receive";
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
  const paid = waiting.find(({ dry_run, sms_held_cents }) => !dry_run && sms_held_cents > 0);
  const answer = await deps.clientsOfAccount(account).messaging.sendQuestions({
    body: {
      key: `survey:${batch}`,
      sender: first.sender,
      ...(paid ? { out_of: holdName(paid.instance_id) } : {}),
      messages: waiting.map(({ msisdn, text, expects }) => ({ to: msisdn, text, expects })),
    },
  });
  if (answer.status === 422 || answer.status === 409) {
    const words = Object.values(answer.body.errors ?? {}).flat()[0] ?? answer.body.message;
    await inAccount(db, account, (trx) => keepBack(trx, account, waiting, words));
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
    const sent = waiting.flatMap(({ id, session_id, msisdn }) => {
      const message = ids.get(msisdn);
      return message === undefined ? [] : [{ id, session_id, message }];
    });
    await sql`
      update survey.messages m set state = 'sent', message_id = s.message, reason = ''
      from jsonb_to_recordset(${json(sent)}) as s (id bigint, message text)
      where m.customer_account = ${account} and m.id = s.id`.execute(trx);
    const reached = new Set(sent.map(({ session_id }) => session_id));
    await markReached(
      trx,
      account,
      sessions.filter(({ id }) => reached.has(id)),
    );
    for (const { id, session_id, msisdn } of waiting) {
      const why = ids.has(msisdn) ? undefined : whys.get(msisdn);
      if (!why) continue;
      await sql`
        update survey.messages set state = 'refused', message_id = '', reason = ${why.message}
        where customer_account = ${account} and id = ${id}`.execute(trx);
      const session = sessions.find((one) => one.id === session_id);
      if (!session) continue;
      const keep = { invalid: session.invalid, question: session.question_id };
      if (why.opted_out) await moveSession(trx, account, session, endedBy(session.disposition, "stop"), keep);
      else if (session.disposition === "queued" && !(await leaveForFallback(trx, account, session.id)))
        await moveSession(trx, account, session, "failed", keep);
    }
  });
}

/** What is said in a run waits, and the run is paused; a dry run that can't be sent is over, whatever its run does. */
async function keepBack(trx: Trx, account: string, waiting: readonly WaitingMessage[], words: string): Promise<void> {
  const run = waiting.find(({ dry_run }) => !dry_run);
  if (run) await pauseForTrouble(trx, account, run.instance_id, words);
  const ids = waiting.flatMap(({ dry_run, session_id }) => (dry_run ? [session_id] : []));
  if (ids.length > 0) await endSessions(trx, account, sql`x.id = any(${bigints(ids)})`, words);
}

/** Something was said in these open sessions: who was not asked before is now, and silence is counted from here. */
async function markReached(trx: Trx, account: string, sessions: readonly SessionRow[]): Promise<void> {
  const ids = (queued: boolean) =>
    sessions.flatMap(({ id, disposition }) => ((disposition === "queued") === queued ? [id] : []));
  const [first, others] = [ids(true), ids(false)];
  if (first.length > 0)
    await sql`update survey.sessions set disposition = 'contacted', active_at = now()
      where customer_account = ${account} and id = any(${bigints(first)})`.execute(trx);
  if (others.length > 0)
    await sql`update survey.sessions set active_at = now()
      where customer_account = ${account} and id = any(${bigints(others)})`.execute(trx);
}
