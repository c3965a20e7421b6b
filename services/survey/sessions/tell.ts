import { sql } from "kysely";
import { answerText } from "../../../rules/survey/conditions";
import { isAsked, type SurveyAnswer, type SurveyGraph, type SurveyLanguage, textIn } from "../../../rules/survey/graph";
import { placeText } from "../../../rules/survey/places";
import type { Disposition } from "../../../rules/survey/sessions";
import { surveyWebhookEvents, webhookBatch } from "../../../rules/webhook-events";
import type { Trx } from "../../kit/database";
import { row, rows } from "../../kit/rows";
import { dropTold, heardEvents, tellWebhooks } from "../../kit/webhooks";
import type { sessionChannels } from "../contract.schemas";
import { loadVersion } from "../store/surveys";

type ResponseEvent = "survey.completed" | "survey.partial" | "survey.edited";

/** Of a move of a session, what web hooks are told: that it is complete, or that it has answers but is not. */
export function moveEvent(from: Disposition, to: Disposition, open: boolean): ResponseEvent | undefined {
  if (to === "completed") return "survey.completed";
  if (!open) return "survey.partial";
  return to === "interim partial" && from !== to ? "survey.partial" : undefined;
}

type ToldSession = {
  survey_id: number;
  uuid: string;
  title: string;
  version: number;
  channel: (typeof sessionChannels)[number];
  language: SurveyLanguage;
  msisdn: string;
  name: string;
  disposition: Disposition;
  begun_at: Date;
  ended_at: Date | null;
  calculated: Record<string, number>;
};

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
  const found = await row<ToldSession>(
    trx,
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

/** The answers that count, in the survey's first language and in the order of its questions. */
async function listToldAnswers(trx: Trx, account: string, id: number, { questions, languages }: SurveyGraph) {
  const given = await rows<{ question_id: number; answer: SurveyAnswer }>(
    trx,
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
  const found = await rows<{ id: number }>(
    trx,
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
