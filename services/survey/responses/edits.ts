import { sql } from "kysely";
import { z } from "zod";
import { answerText } from "../../../rules/survey/conditions";
import type { SurveyAnswer, SurveyLanguage, SurveyQuestion } from "../../../rules/survey/graph";
import { declinedText, interviewProblems } from "../../../rules/survey/interviews";
import { activityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { actorId } from "../../kit/principal";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { type CallContext, HttpError } from "../../kit/serve";
import type { AnswerEdit, EditableAnswer, ResponseEdits } from "../contract.edits";
import { isSameAnswer, readAnswer, typedAnswer } from "../sessions/answering";
import { moveQuotas } from "../sessions/quotas";
import { keepCalculated } from "../sessions/steps";
import { findSession, isOpen, type LoadedSession, loadCounted, loadSession } from "../sessions/store";
import { tellResponse } from "../sessions/tell";
import { asQuestion } from "../store/questions";
import { findSurvey } from "../store/surveys";
import { listAllQuestions } from "./store";

const noResponse = "There is no such response.";
const noAnswer = "There is no such answer.";

type EditedSurvey = { id: number; title: string; languages: SurveyLanguage[] };
type EndedResponse = LoadedSession & { on: EditedSurvey };
type EditedAnswer = EndedResponse & { question: SurveyQuestion; before: SurveyAnswer };

const EditRow = z.object({
  question_id: z.number(),
  before: z.unknown(),
  editor: z.string(),
  at: z.date(),
  reason: z.string(),
});

/** The corrections of a response, the latest first, and which of its answers can be corrected. @throws HttpError 404 */
export async function loadEdits(trx: Trx, account: string, uuid: string, id: number): Promise<ResponseEdits> {
  const on = await findSurvey(trx, account, uuid);
  const session = await findSession(trx, account, id);
  if (!session || session.dry_run || session.survey_id !== on.id) throw new HttpError(404, noResponse);
  const closed = isOpen(session.disposition) || (await isErased(trx, account, id));
  const { graph, state } = await loadSession(trx, account, session);
  const found = await checkedRows(
    trx,
    EditRow,
    sql`select question_id, before, editor, at, reason from survey.answer_edits
      where customer_account = ${account} and session_id = ${id} order by id desc limit 500`,
  );
  const questions = found.length > 0 ? await listAllQuestions(trx, account, on.id) : [];
  const edits = found.flatMap(({ question_id: question, before, editor: by, at, reason }): AnswerEdit[] => {
    const asked = questions.find((one) => one.id === question);
    if (!asked) return [];
    return [
      { question, by, reason, at: at.toISOString(), before: inWords(asked, before as SurveyAnswer, on.languages) },
    ];
  });
  const editable = closed ? [] : graph.questions.filter((question) => state.answers.has(question.id));
  return { edits, editable: editable.map((question) => question.id) };
}

/** An answer as the form to correct it shows it. @throws HttpError 404, 409 */
export async function loadEditable(
  trx: Trx,
  account: string,
  params: { uuid: string; id: number; question: number },
): Promise<EditableAnswer> {
  const { graph, question, before } = await findEditable(trx, account, params);
  return {
    question: asQuestion(question, graph.questions.indexOf(question)),
    languages: graph.languages,
    answered: typedAnswer(question, before),
    declined: before.kind === "skipped" ? (before.why ?? null) : null,
  };
}

type Correction = Parameters<typeof readAnswer>[1] & { reason: string };

/**
 * Corrects an answer of a response that has ended, and keeps what it was. Nothing else of the response moves: its state,
 * its other answers, and which of them count. Answers whether anything is different. @throws HttpError 404, 409, 422
 */
export async function correctAnswer(
  trx: Trx,
  caller: CallContext,
  params: { uuid: string; id: number; question: number },
  { reason, ...typed }: Correction,
): Promise<boolean> {
  const { account } = caller;
  const { on, session, graph, question, before } = await findEditable(trx, account, params, true);
  const matched = readAnswer(question, typed);
  if (!matched.ok) refuse(interviewProblems[matched.why]);
  // Sent twice, or nothing was changed.
  if (isSameAnswer(question, before, matched.answer)) return false;
  const counted = await loadCounted(trx, account, session.id);
  const after = counted.has(question.id) ? new Map(counted).set(question.id, matched.answer) : counted;
  if (session.disposition === "completed" && !(await moveQuotas(trx, account, on.id, counted, after)))
    refuse("The limit of this answer is reached: no more responses can have it.");
  await sql`update survey.answers set answer = ${json(matched.answer)}
    where customer_account = ${account} and session_id = ${session.id} and question_id = ${question.id}`.execute(trx);
  await keepCalculated(trx, account, session.id, graph, after);
  const by = { id: actorId(caller.who), name: caller.who.kind === "person" ? caller.who.name : "" };
  await sql`
    insert into survey.answer_edits (customer_account, session_id, question_id, before, after, reason, editor_id, editor)
    values (${account}, ${session.id}, ${question.id}, ${json(before)}, ${json(matched.answer)}, ${reason}, ${by.id},
      ${by.name})`.execute(trx);
  await tellResponse(trx, account, "survey.edited", session.id, question.id);
  // Neither the answers nor the reason: an erasure does not reach the activities.
  await recordActivity(trx, account, activityActor(caller), {
    ...{ action: "Survey answer corrected", subject: "survey", subject_id: String(on.id) },
    description: `Question ${question.id} of response ${session.id} of the survey ${on.title}.`,
  });
  return true;
}

function refuse(words: string): never {
  throw new HttpError(422, "Please correct the marked fields.", { answer: [words] });
}

/** @throws HttpError 404 for what there is not, 409 for a response that is open or was erased */
async function findEditable(
  trx: Trx,
  account: string,
  { uuid, id, question: asked }: { uuid: string; id: number; question: number },
  lock = false,
): Promise<EditedAnswer> {
  const on = await findSurvey(trx, account, uuid);
  const session = await findSession(trx, account, id, lock);
  if (!session || session.dry_run || session.survey_id !== on.id) throw new HttpError(404, noResponse);
  const loaded = await loadSession(trx, account, session);
  const question = loaded.graph.questions.find((one) => one.id === asked);
  const before = loaded.state.answers.get(asked);
  if (!question || !before) throw new HttpError(404, noAnswer);
  if (isOpen(session.disposition))
    throw new HttpError(409, "This response is still open. Its answers can be corrected after its end.");
  if (await isErased(trx, account, id))
    throw new HttpError(409, "The person's data was erased, so this response can't be changed.");
  return { ...loaded, on, question, before };
}

const ErasedRow = z.object({ erased: z.boolean() });

/** Whether an erasure has taken the person out of a response. Those of earlier releases lack their number alone. */
async function isErased(trx: Trx, account: string, id: number): Promise<boolean> {
  const found = await checkedRow(
    trx,
    ErasedRow,
    sql`select erased_at is not null or (channel in ('sms', 'whatsapp') and msisdn = '') as erased
      from survey.sessions where customer_account = ${account} and id = ${id}`,
  );
  return found?.erased ?? true;
}

function inWords(question: SurveyQuestion, answer: SurveyAnswer, languages: readonly SurveyLanguage[]): string {
  return declinedText(answer) ?? answerText(question, answer, "", languages);
}
