import { sql } from "kysely";
import { z } from "zod";
import { answerText } from "../../../rules/survey/conditions";
import { isAsked, languageCodes, type SurveyAnswer, type SurveyGraph, textIn } from "../../../rules/survey/graph";
import { placeText } from "../../../rules/survey/places";
import { type Disposition, dispositions } from "../../../rules/survey/sessions";
import { surveyWebhookEvents, webhookBatch } from "../../../rules/webhook-events";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { dropTold, heardEvents, tellWebhooks } from "../../kit/webhooks";
import { sessionChannels } from "../contract.schemas";
import { AnswerColumn } from "../store/answer-column";
import { loadVersion } from "../store/surveys";

type ResponseEvent = "survey.completed" | "survey.partial" | "survey.edited";

/** Of a move of a session, what web hooks are told: that it is complete, or that it has answers but is not. */
export function moveEvent(from: Disposition, to: Disposition, open: boolean): ResponseEvent | undefined {
  if (to === "completed") return "survey.completed";
  if (!open) return "survey.partial";
  return to === "interim partial" && from !== to ? "survey.partial" : undefined;
}

const ToldSession = z.object({
  survey_id: z.number(),
  uuid: z.string(),
  title: z.string(),
  version: z.number(),
  channel: z.enum(sessionChannels),
  language: z.enum(languageCodes),
  msisdn: z.string(),
  name: z.string(),
  disposition: z.enum(dispositions),
  begun_at: z.date(),
  ended_at: z.date().nullable(),
  calculated: z.record(z.string(), z.number()),
});

/**
 * Has the account's web hooks told of a response as it is now, in the transaction of the change. A response without
 * answers is not told of.
 * @param changed the question whose answer was changed
 */
export async function tellResponse(
  trx: Trx,
  account: string,
  event: ResponseEvent,
  id: number,
  changed: number | null = null,
): Promise<void> {
  if ((await heardEvents(trx, account, [event])).length === 0) return;
  const found = await checkedRow(
    trx,
    ToldSession,
    sql`select x.survey_id, s.uuid, s.title, x.version, x.channel, x.language, x.msisdn, x.name, x.disposition, x.begun_at,
        x.ended_at, x.calculated
      from survey.sessions x join survey.surveys s on s.customer_account = x.customer_account and s.id = x.survey_id
      where x.customer_account = ${account} and x.id = ${id} and not x.dry_run`,
  );
  if (!found) return;
  const graph = await loadVersion(trx, account, found.survey_id, found.version);
  const answers = await listToldAnswers(trx, account, id, graph);
  if (answers.length === 0) return;
  const { uuid, title, version, channel, language, msisdn, name, disposition, begun_at, ended_at } = found;
  const told = {
    ...{ response: id, survey: uuid, title, version, channel, language, phone: msisdn || null, name, disposition },
    ...{ begun_at: begun_at.toISOString(), ended_at: ended_at?.toISOString() ?? null },
    ...(event === "survey.edited" ? { changed } : {}),
    answers,
    calculated: graph.calculated.map((one) => ({ name: one.name, value: found.calculated[String(one.id)] ?? null })),
  };
  await tellWebhooks(trx, account, event, [told]);
}

const ToldAnswerRow = z.object({ question_id: z.number(), answer: AnswerColumn });

/** The answers that count, in the survey's first language and in the order of its questions. */
async function listToldAnswers(trx: Trx, account: string, id: number, { questions, languages }: SurveyGraph) {
  const given = await checkedRows(
    trx,
    ToldAnswerRow,
    sql`select question_id, answer from survey.answers
      where customer_account = ${account} and session_id = ${id} and counted`,
  );
  return questions.filter(isAsked).flatMap((question) => {
    const answer = given.find(({ question_id }) => question_id === question.id)?.answer;
    if (!answer) return [];
    const [main = "en"] = languages;
    const text = answerText(question, answer, main, languages);
    const { id: question_id, name, type } = question;
    return [
      {
        question: question_id,
        name,
        type,
        asked: textIn(question.text, main, languages),
        text,
        value: bareValue(answer),
      },
    ];
  });
}

/**
 * An answer without words: the ids of chosen choices, of a ranking in their order, of a matrix by their rows; a number, yes
 * or no; null where it was left out.
 */
type BareValue = string | number | boolean | number[] | { row: number; choice: number }[] | null;

function bareValue(answer: SurveyAnswer): BareValue {
  if (answer.kind === "choices") return [...answer.choices];
  if (answer.kind === "yes") return answer.yes;
  if (answer.kind === "number") return answer.number;
  if (answer.kind === "ranking") return [...answer.order];
  if (answer.kind === "rows") return answer.rows.map((one) => ({ ...one }));
  if (answer.kind === "place") return placeText(answer);
  if (answer.kind === "phone") return answer.text;
  return answer.kind === "text" ? answer.text : answer.kind === "date" ? answer.date : null;
}

/** Responses were deleted: what was told of them goes, and web hooks are told that they must go elsewhere too. */
export async function tellDeleted(
  trx: Trx,
  account: string,
  { uuid, title }: { uuid: string; title: string },
  ids: readonly number[],
): Promise<void> {
  await dropTold(trx, account, surveyWebhookEvents, "response", ids);
  const at = new Date().toISOString();
  const requests: object[] = [];
  for (let from = 0; from < ids.length; from += webhookBatch)
    requests.push({ survey: uuid, title, responses: ids.slice(from, from + webhookBatch), at });
  await tellWebhooks(trx, account, "survey.deleted", requests);
}

/** A survey goes with all its responses. */
export async function tellAllDeleted(
  trx: Trx,
  account: string,
  survey: { id: number; uuid: string; title: string },
): Promise<void> {
  const found = await checkedRows(
    trx,
    IdRow,
    sql`select id from survey.sessions
      where customer_account = ${account} and survey_id = ${survey.id} and not dry_run order by id`,
  );
  await tellDeleted(
    trx,
    account,
    survey,
    found.map(({ id }) => id),
  );
}

/** An erasure: what was told of these responses goes. */
export async function forgetTold(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  await dropTold(trx, account, surveyWebhookEvents, "response", ids);
}
