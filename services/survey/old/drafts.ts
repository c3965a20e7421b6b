import { sql } from "kysely";
import type { QuestionType } from "../../../rules/survey/graph";
import type { Trx } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { hasRows, json } from "../../kit/rows";
import { type CallContext, HttpError } from "../../kit/serve";
import { addSurvey, freeTitle } from "../surveys/handlers";
import { loadOldSurvey } from "./store";

/** What the types of old questions are now; any other is a question in words. */
const types: Record<string, QuestionType> = {
  single: "single",
  "single choice": "single",
  "one choice": "single",
  radio: "single",
  choice: "single",
  "multiple choice": "single",
  multiple: "multiple",
  "several choices": "multiple",
  checkbox: "multiple",
  "yes or no": "yes_no",
  "yes/no": "yes_no",
  boolean: "yes_no",
  number: "number",
  numeric: "number",
  rating: "rating",
  nps: "nps",
  date: "date",
};

const mostQuestions = 200;

/**
 * A draft of the new version with the questions of an old survey. A question with choices gets its most frequent answers
 * as choices. Answers the draft's uuid. @throws HttpError 404, 409
 */
export async function draftFromOld(
  trx: Trx,
  caller: CallContext,
  id: number,
): Promise<{ uuid: string; title: string; id: number }> {
  const { account } = caller;
  const old = await loadOldSurvey(trx, account, id);
  if (old.questions.length > mostQuestions)
    throw new HttpError(409, `It has ${old.questions.length} questions; a survey has at most ${mostQuestions}.`);
  const taken = await hasRows(
    trx,
    sql`select 1 from survey.surveys where customer_account = ${account} and lower(title) = lower(${old.title})`,
  );
  const made = await addSurvey(trx, caller, {
    ...{ title: taken ? await freeTitle(trx, account, old.title) : old.title, category: "other" },
    ...{ interaction_mode: "conversation", channels: ["web"], languages: ["en"] },
  });
  for (const [at, { text, type, answers }] of old.questions.entries()) {
    const now = types[type.trim().toLowerCase()] ?? "text";
    const question = await checkedRow(
      trx,
      IdRow,
      sql`insert into survey.questions (customer_account, survey_id, rank, type, text)
        values (${account}, ${made.id}, ${at + 1}, ${now}, ${json({ en: text })}) returning id`,
    );
    if (now !== "single" && now !== "multiple") continue;
    const choices = answers.filter(({ answer }) => answer.length <= 200);
    for (const [place, { answer }] of choices.entries())
      await sql`insert into survey.choices (customer_account, question_id, rank, text)
        values (${account}, ${question?.id}, ${place + 1}, ${json({ en: answer })})`.execute(trx);
  }
  return made;
}
