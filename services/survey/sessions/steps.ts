import { sql } from "kysely";
import { calculatedNumbers } from "../../../rules/survey/calculations";
import { countedAnswers, questionPath } from "../../../rules/survey/conditions";
import type { SurveyAnswer, SurveyAnswers, SurveyGraph } from "../../../rules/survey/graph";
import { type Disposition, mayMove, type SessionStep } from "../../../rules/survey/sessions";
import type { Trx } from "../../kit/database";
import { bigints, json } from "../../kit/rows";
import { queueFields } from "./contact-fields";
import { isQuotaFull } from "./quotas";
import { isOpen, type LoadedSession, type SessionRow } from "./store";
import { moveEvent, tellResponse } from "./tell";
import { queueTicket } from "./ticket";
import { insertTurns, type NewTurn } from "./turns";

/** What steps of several sessions are saved with, in one transaction. */
export type StepsTogether = {
  /** Steps that change nothing but their session, its answers and its transcript: `saveSteps` writes them. */
  steps: PlainStep[];
  /** Surveys that have no quotas, and whether none can be added before the transaction is over. */
  withoutQuotas: Map<number, boolean>;
};
type PlainStep = SessionMove & {
  session: number;
  question: number;
  answer: SurveyAnswer | undefined;
  turn: Omit<NewTurn, "question">;
};
/** Where a session goes. `question`: the one that is due, or where it ended before its end. */
type SessionMove = { disposition: Disposition; invalid: number; next: number | null };

/**
 * Keeps what a reply led to. A response counts in its quotas in the same transaction: where one of them is full the
 * session is rejected instead. Answers the disposition.
 * @param said what was typed or chosen, in words, with the file that came with it
 * @param together where several are saved at once: what can wait is left to `saveSteps`
 */
export async function saveStep(
  trx: Trx,
  account: string,
  { session, graph, state, marked }: LoadedSession,
  step: SessionStep,
  said: Pick<NewTurn, "text" | "file">,
  together?: StepsTogether,
): Promise<Disposition> {
  const { answer, question } = step;
  const counted = countedAnswers(graph, step.answers);
  const completes = step.outcome === "completed";
  const full =
    !session.dry_run &&
    (await isQuotaFull(trx, account, session.survey_id, counted, completes, together?.withoutQuotas));
  const disposition = full ? "rejected" : step.disposition;
  const next = isOpen(disposition)
    ? (questionPath(graph, step.answers).next?.id ?? null)
    : completes
      ? null
      : question.id;
  const edits = answer !== undefined && state.answers.has(question.id);
  // A new answer is marked as counted.
  const written = answer && !marked?.has(question.id) ? [[question.id, true] as const] : [];
  const isMarked = marked && [...marked, ...written].every(([id, mark]) => mark === counted.has(id));
  const plain = {
    ...{ session: session.id, question: question.id, answer, disposition, invalid: step.invalid, next },
    turn: { incoming: true, ...said, understood: answer !== undefined },
  };
  const event = moveEvent(session.disposition, disposition, isOpen(disposition));
  if (together && isOpen(disposition) && isMarked && !edits && !event && graph.calculated.length === 0) {
    checkMove(session.disposition, disposition);
    together.steps.push(plain);
    return disposition;
  }
  await insertAnswers(trx, account, [plain]);
  await insertTurns(trx, account, [{ ...plain.turn, session: session.id, question: question.id }]);
  if (!isMarked)
    await sql`
    update survey.answers set counted = not counted
    where customer_account = ${account} and session_id = ${session.id}
      and counted <> (question_id = any(${bigints([...counted.keys()])}))`.execute(trx);
  await keepCalculated(trx, account, session.id, graph, counted);
  await moveSession(trx, account, session, disposition, { invalid: step.invalid, question: next });
  // One that ends with it is told of as a whole.
  if (edits && isOpen(disposition)) await tellResponse(trx, account, "survey.edited", session.id, question.id);
  return disposition;
}

/** Writes the steps of several sessions, one of each: with one statement each for answers, transcripts and sessions. */
export async function saveSteps(trx: Trx, account: string, steps: readonly PlainStep[]): Promise<void> {
  if (steps.length === 0) return;
  await insertAnswers(trx, account, steps);
  await insertTurns(
    trx,
    account,
    steps.map(({ session, question, turn }) => ({ ...turn, session, question })),
  );
  const moves = steps.map(({ session, disposition, invalid, next }) => ({ session, disposition, invalid, next }));
  await sql`
    update survey.sessions x set disposition = s.disposition, invalid = s.invalid, question_id = s.next, active_at = now(),
      ended_at = null
    from jsonb_to_recordset(${json(moves)}) as s (session bigint, disposition text, invalid int, next bigint)
    where x.customer_account = ${account} and x.id = s.session`.execute(trx);
}

async function insertAnswers(
  trx: Trx,
  account: string,
  steps: readonly Pick<PlainStep, "session" | "question" | "answer">[],
): Promise<void> {
  const answers = steps.flatMap(({ session, question, answer }) => (answer ? [{ session, question, answer }] : []));
  if (answers.length === 0) return;
  await sql`
    insert into survey.answers (customer_account, session_id, question_id, answer)
    select ${account}, x.session, x.question, x.answer
    from jsonb_to_recordset(${json(answers)}) as x (session bigint, question bigint, answer jsonb)
    on conflict (customer_account, session_id, question_id) do update set answer = excluded.answer, at = now()`.execute(
    trx,
  );
}

/** Keeps the calculated values of a response. @param counted the answers that count */
export async function keepCalculated(
  trx: Trx,
  account: string,
  session: number,
  graph: SurveyGraph,
  counted: SurveyAnswers,
): Promise<void> {
  if (graph.calculated.length === 0) return;
  await sql`
    update survey.sessions set calculated = ${json(Object.fromEntries(calculatedNumbers(graph, counted)))}
    where customer_account = ${account} and id = ${session}`.execute(trx);
}

/** A session goes along the moves there are; whoever answers has started. @throws Error for a move that there is not */
function checkMove(from: Disposition, to: Disposition): void {
  const started = mayMove(from, "started") && (to === "started" || mayMove("started", to));
  if (from !== to && !mayMove(from, to) && !started) throw new Error(`a session can't go from ${from} to ${to}`);
}

/** Moves a session, with what follows from its end. @throws Error for a move that there is not */
export async function moveSession(
  trx: Trx,
  account: string,
  session: SessionRow,
  to: Disposition,
  { invalid, question }: { invalid: number; question: number | null },
): Promise<void> {
  const from = session.disposition;
  checkMove(from, to);
  await sql`
    update survey.sessions set disposition = ${to}, invalid = ${invalid}, question_id = ${question}, active_at = now(),
      ended_at = ${isOpen(to) ? sql`null` : sql`now()`}
    where customer_account = ${account} and id = ${session.id}`.execute(trx);
  const told = moveEvent(from, to, isOpen(to));
  if (told) await tellResponse(trx, account, told, session.id);
  if (isOpen(to)) return;
  if (session.current_channel === "agent") await endInterview(trx, account, session.id);
  await queueTicket(trx, account, session.id);
  await queueFields(trx, account, session.id);
}

/** No one asks in a session that has ended. */
async function endInterview(trx: Trx, account: string, session: number): Promise<void> {
  await sql`update survey.interviews set ended_at = now()
    where customer_account = ${account} and session_id = ${session} and ended_at is null`.execute(trx);
  await sql`delete from survey.open_interviews where session_id = ${session}`.execute(trx);
}
