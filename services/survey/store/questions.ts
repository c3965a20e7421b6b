import { sql } from "kysely";
import { z } from "zod";
import {
  choiceRoles,
  type LocalText,
  languageCodes,
  operands,
  questionTypes,
  type SurveyGraph,
  type SurveyLanguage,
  type SurveyQuestion,
} from "../../../rules/survey/graph";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { CalculatedValue, type Choice, EndText, type Question, type QuestionCondition } from "../contract.schemas";

const QuestionRow = z.object({
  id: z.number(),
  type: z.enum(questionTypes),
  name: z.string(),
  text: z.record(z.string(), z.string()),
  required: z.boolean(),
  interviewer_note: z.string(),
  max_rating: z.number(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  random_order: z.boolean(),
  random_section: z.boolean(),
  section: z.object({ title: z.record(z.string(), z.string()), text: z.record(z.string(), z.string()) }),
});
const ChoiceRow = z.object({
  id: z.number(),
  question_id: z.number(),
  text: z.record(z.string(), z.string()),
  aliases: z.array(z.string()),
  role: z.enum(choiceRoles),
});
const ConditionRow = z.object({
  id: z.number(),
  question_id: z.number(),
  asked: z.number().nullable(),
  calculated: z.number().nullable(),
  operand: z.enum(operands),
  value: z.string(),
  target: z.number().nullable(),
});

/** The questions of a survey in their order, as they are being written. */
export async function listQuestions(trx: Trx, account: string, survey: number): Promise<SurveyQuestion[]> {
  const ofSurvey = sql`question_id in (select id from survey.questions
    where customer_account = ${account} and survey_id = ${survey})`;
  const [questions, choices, conditions] = await Promise.all([
    checkedRows(
      trx,
      QuestionRow,
      sql`select id, type, name, text, required, interviewer_note, max_rating, min_number as min, max_number as max, random_order,
          random_section,
          jsonb_build_object('title', section_title, 'text', section_text) as section from survey.questions
        where customer_account = ${account} and survey_id = ${survey} order by rank, id`,
    ),
    checkedRows(
      trx,
      ChoiceRow,
      sql`select id, question_id, text, aliases, role from survey.choices
        where customer_account = ${account} and ${ofSurvey} order by rank, id`,
    ),
    checkedRows(
      trx,
      ConditionRow,
      sql`select id, question_id, asked_id as asked, calculated_id as calculated, operand, value, target_id as target from survey.conditions
        where customer_account = ${account} and ${ofSurvey} order by rank, id`,
    ),
  ]);
  return questions.map((question) => ({
    ...question,
    choices: choices.flatMap(({ question_id, ...choice }) => (question_id === question.id ? [choice] : [])),
    conditions: conditions.flatMap(({ question_id, ...condition }) => (question_id === question.id ? [condition] : [])),
  }));
}

/** A question as the calls answer it; ranks count from 1. */
export function asQuestion({ choices, conditions, ...question }: SurveyQuestion, at: number): Question {
  return {
    ...question,
    rank: at + 1,
    options: choices.map((choice, place) => ({ ...choice, rank: place + 1 })),
    condition: conditions.map((condition, place) => ({ ...condition, rank: place + 1 })),
  };
}

/** A survey as it is being written. */
export async function loadDraft(
  trx: Trx,
  account: string,
  { id, languages, ending }: { id: number; languages: SurveyLanguage[]; ending: LocalText },
): Promise<SurveyGraph> {
  const [questions, end_texts, calculated] = await Promise.all([
    listQuestions(trx, account, id),
    checkedRows(
      trx,
      EndText,
      sql`select id, outcome, asked_id as asked, calculated_id as calculated, operand, value, text from survey.end_texts
        where customer_account = ${account} and survey_id = ${id} order by rank, id`,
    ),
    checkedRows(
      trx,
      CalculatedValue,
      sql`select id, name, expression from survey.calculated
        where customer_account = ${account} and survey_id = ${id} order by rank, id`,
    ),
  ]);
  return { languages, ending, questions, end_texts, calculated };
}

const OwnerRow = z.object({
  survey: z.number(),
  title: z.string(),
  question: z.number(),
  languages: z.array(z.enum(languageCodes)),
});

/** The survey of a question, locked: changes of one survey follow one another. @throws HttpError 404 */
export async function lockOwner(
  trx: Trx,
  account: string,
  part: "question" | "choice" | "condition",
  id: number,
): Promise<{ survey: number; title: string; question: number; languages: SurveyLanguage[] }> {
  const question = {
    question: sql`${id}::bigint`,
    choice: sql`(select question_id from survey.choices where customer_account = ${account} and id = ${id})`,
    condition: sql`(select question_id from survey.conditions where customer_account = ${account} and id = ${id})`,
  }[part];
  const found = await checkedRow(
    trx,
    OwnerRow,
    sql`select s.id as survey, s.title, q.id as question, s.languages from survey.questions q
      join survey.surveys s on s.customer_account = q.customer_account and s.id = q.survey_id
      where q.customer_account = ${account} and q.id = ${question} for update of s`,
  );
  if (!found) throw new HttpError(404, `There is no such ${part}.`);
  return found;
}

/** One question of a survey as the calls answer it; null when it was deleted. */
export async function findQuestion(trx: Trx, account: string, survey: number, id: number): Promise<Question | null> {
  const questions = await listQuestions(trx, account, survey);
  const at = questions.findIndex((question) => question.id === id);
  const found = questions[at];
  return found ? asQuestion(found, at) : null;
}

export function findChoice(question: Question | null, id: number): Choice | null {
  return question?.options.find((choice) => choice.id === id) ?? null;
}

export function findCondition(question: Question | null, id: number): QuestionCondition | null {
  return question?.condition.find((condition) => condition.id === id) ?? null;
}

/** The draft is no longer what was published. */
export async function markEdited(trx: Trx, account: string, survey: number): Promise<void> {
  await sql`update survey.surveys set edited = true where customer_account = ${account} and id = ${survey}`.execute(
    trx,
  );
}
