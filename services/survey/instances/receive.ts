import { sql } from "kysely";
import { z } from "zod";
import { endedBy, openDispositions, replyMessage, stepSession } from "../../../rules/survey/sessions";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { rows, texts } from "../../kit/rows";
import { insertTurn, isOpen, listOpenSessions, loadSession, moveSession, saveStep } from "../sessions/store";
import { dropWaiting, queueMessages } from "./store";

const ReceivedMessage = z.object({
  account: z.string(),
  inbox: z.number().int(),
  msisdn: z.string(),
  sender: z.string(),
  text: z.string(),
  stop: z.boolean(),
});
type ReceivedMessage = z.infer<typeof ReceivedMessage>;

/** Takes a received message as an answer to what was asked. The same message again changes nothing. */
export async function takeReply({ db }: Database, payload: unknown): Promise<void> {
  const received = ReceivedMessage.parse(payload);
  await inAccount(db, received.account, (trx) =>
    received.stop ? endForStop(trx, received) : answerSession(trx, received),
  );
}

async function answerSession(trx: Trx, { account, inbox, msisdn, sender, text }: ReceivedMessage): Promise<void> {
  const [session] = await listOpenSessions(trx, account, sql`x.msisdn = ${msisdn} and x.sender = ${sender}`);
  // A late answer stays in the inbox.
  if (!session?.instance_id) return;
  if (!(await isFirst(trx, account, inbox, session.id))) return;
  const loaded = await loadSession(trx, account, session);
  const step = stepSession(loaded.graph, loaded.state, text);
  if (!step) return;
  const disposition = await saveStep(trx, account, loaded, step, text);
  await sql`update survey.sessions set reminded = 0 where customer_account = ${account} and id = ${session.id}`.execute(
    trx,
  );
  const said = replyMessage(loaded.graph, step, disposition, session.language);
  const question = isOpen(disposition) && step.outcome !== "invalid" ? null : step.question.id;
  await insertTurn(trx, account, session.id, { incoming: false, text: said, question });
  const message = { instance: session.instance_id, session: session.id, text: said, expects: isOpen(disposition) };
  await queueMessages(trx, account, [message]);
}

/** STOP ends every session of the number, and every run that has it before it still. */
async function endForStop(trx: Trx, { account, inbox, msisdn, text }: ReceivedMessage): Promise<void> {
  await sql`
    update survey.recipients set state = 'skipped'
    where customer_account = ${account} and msisdn = ${msisdn} and state = 'waiting'`.execute(trx);
  for (const session of await listOpenSessions(trx, account, sql`x.msisdn = ${msisdn}`)) {
    await isFirst(trx, account, inbox, session.id);
    await insertTurn(trx, account, session.id, { incoming: true, text, question: session.question_id });
    await moveSession(trx, account, session, endedBy(session.disposition, "stop"), {
      ...{ invalid: session.invalid, question: session.question_id },
    });
    await dropWaiting(trx, account, [session.id], "The number has opted out.");
  }
}

/** Notes that the message was taken; false: it was before. */
async function isFirst(trx: Trx, account: string, inbox: number, session: number): Promise<boolean> {
  const noted = await rows(
    trx,
    sql`insert into survey.received (customer_account, inbox_id, session_id) values (${account}, ${inbox}, ${session})
      on conflict (customer_account, inbox_id) do nothing returning inbox_id`,
  );
  return noted.length > 0;
}

/** Ends the open sessions of a run, or all that a condition names. Answers the numbers of whom nothing is asked then. */
export async function endSessions(
  trx: Trx,
  account: string,
  which: ReturnType<typeof sql>,
  reason: string,
): Promise<string[]> {
  const ended = await listOpenSessions(trx, account, which);
  for (const session of ended) {
    // Whoever was not asked yet is not without an answer.
    const to = session.disposition === "queued" ? "failed" : endedBy(session.disposition, "silence");
    await moveSession(trx, account, session, to, { invalid: session.invalid, question: session.question_id });
  }
  await dropWaiting(
    trx,
    account,
    ended.map(({ id }) => id),
    reason,
  );
  return ended.map(({ msisdn }) => msisdn);
}

/** The dispositions of open sessions, for a condition. */
export const openOnes = texts(openDispositions);
