import { sql } from "kysely";
import type { z } from "zod";
import { calculationRenamed } from "../../../rules/survey/calculations";
import { choiceIds } from "../../../rules/survey/conditions";
import {
  comparesChoices,
  type LocalText,
  type SurveyComparison,
  type SurveyGraph,
  type SurveyQuestion,
} from "../../../rules/survey/graph";
import { referencesRenamed } from "../../../rules/survey/piping";
import type { Trx } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { json, texts } from "../../kit/rows";
import type { TranslationForm } from "../contract.translations";
import { markEdited } from "../store/questions";
import { insertEndText } from "./ends";

/** Sets the texts of a survey in one language; ids of another survey change nothing. An empty one is no translation. */
export async function setTexts(
  trx: Trx,
  account: string,
  survey: number,
  { language, questions, choices, sections, end_texts, ending }: z.output<typeof TranslationForm>,
): Promise<void> {
  const merged = sql`case when x.text = '' then t.text - ${language}::text
    else t.text || jsonb_build_object(${language}::text, x.text) end`;
  const given = (all: readonly { id: number; text: string }[]) =>
    sql`jsonb_to_recordset(${json(all)}) as x (id bigint, text text)`;
  await sql`
    update survey.questions t set text = ${merged} from ${given(questions)}
    where t.customer_account = ${account} and t.survey_id = ${survey} and t.id = x.id`.execute(trx);
  // An empty one is no translation; a section that has no title in any language is none.
  const written = (column: "title" | "text") => sql`case when ${sql.ref(`x.${column}`)} = ''
    then ${sql.ref(`t.section_${column}`)} - ${language}::text
    else ${sql.ref(`t.section_${column}`)} || jsonb_build_object(${language}::text, ${sql.ref(`x.${column}`)}) end`;
  await sql`
    update survey.questions t set section_title = ${written("title")}, section_text = ${written("text")}
    from jsonb_to_recordset(${json(sections)}) as x (id bigint, title text, text text)
    where t.customer_account = ${account} and t.survey_id = ${survey} and t.id = x.id
      and t.section_title <> '{}'::jsonb`.execute(trx);
  await sql`
    update survey.choices t set text = ${merged} from ${given(choices)}
    where t.customer_account = ${account} and t.id = x.id and t.question_id in
      (select id from survey.questions where customer_account = ${account} and survey_id = ${survey})`.execute(trx);
  await sql`
    update survey.end_texts t set text = ${merged} from ${given(end_texts)}
    where t.customer_account = ${account} and t.survey_id = ${survey} and t.id = x.id`.execute(trx);
  await sql`
    update survey.surveys set ending = case when ${ending} = '' then ending - ${language}::text
      else ending || jsonb_build_object(${language}::text, ${ending}::text) end
    where customer_account = ${account} and id = ${survey}`.execute(trx);
  await markEdited(trx, account, survey);
}

/** The ids of copies by those of what was copied. */
export type CopiedIds = { questions: ReadonlyMap<number, number>; choices: ReadonlyMap<number, number> };

/**
 * Copies a survey into one that has no questions, with choices, conditions, values, end texts and references that name the
 * copies.
 */
export async function copyQuestions(trx: Trx, account: string, to: number, graph: SurveyGraph): Promise<CopiedIds> {
  const { questions, ending } = graph;
  const copied = new Map<number, number>();
  const choices = new Map<number, number>();
  for (const [at, question] of questions.entries()) {
    const id = await copyQuestion(trx, account, to, at, question, copied);
    copied.set(question.id, id);
    for (const [place, choice] of question.choices.entries()) {
      const option = await checkedRow(
        trx,
        IdRow,
        sql`insert into survey.choices (customer_account, question_id, rank, text, aliases, role)
          values (${account}, ${id}, ${place + 1}, ${json(choice.text)}, ${texts(choice.aliases)}, ${choice.role})
          returning id`,
      );
      choices.set(choice.id, option?.id ?? 0);
    }
  }
  const values = await copyCalculated(trx, account, to, graph, copied);
  const copiedComparison = (comparison: SurveyComparison, own: number | null): SurveyComparison => {
    const { asked, calculated, operand, value } = comparison;
    const subject = calculated === null ? questions.find(({ id }) => id === (asked ?? own)) : undefined;
    return {
      asked: asked === null ? null : (copied.get(asked) ?? 0),
      calculated: calculated === null ? null : (values.get(calculated) ?? 0),
      operand,
      value:
        subject && comparesChoices(subject.type)
          ? choiceIds(value)
              .map((id) => choices.get(id) ?? 0)
              .join(",")
          : value,
    };
  };
  for (const question of questions)
    for (const [place, condition] of question.conditions.entries()) {
      const { asked, calculated, operand, value } = copiedComparison(condition, question.id);
      const target = condition.target === null ? null : (copied.get(condition.target) ?? 0);
      await sql`
        insert into survey.conditions (customer_account, question_id, rank, asked_id, calculated_id, operand, value,
          target_id)
        values (${account}, ${copied.get(question.id)}, ${place + 1}, ${asked}, ${calculated}, ${operand}, ${value},
          ${target})`.execute(trx);
    }
  for (const [place, one] of graph.end_texts.entries())
    await insertEndText(trx, account, to, place + 1, {
      ...copiedComparison(one, null),
      ...{ outcome: one.outcome, text: referencesRenamed(one.text, copied) },
    });
  await sql`update survey.surveys set ending = ${json(referencesRenamed(ending, copied))}
    where customer_account = ${account} and id = ${to}`.execute(trx);
  return { questions: copied, choices };
}

/** Copies the calculated values of a survey. Answers the ids of the copies. */
async function copyCalculated(
  trx: Trx,
  account: string,
  survey: number,
  { calculated }: SurveyGraph,
  copied: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const values = new Map<number, number>();
  for (const [place, { id, name, expression }] of calculated.entries()) {
    const made = await checkedRow(
      trx,
      IdRow,
      sql`insert into survey.calculated (customer_account, survey_id, rank, name, expression)
        values (${account}, ${survey}, ${place + 1}, ${name}, ${calculationRenamed(expression, copied)}) returning id`,
    );
    values.set(id, made?.id ?? 0);
  }
  return values;
}

/** Copies a question without its choices; its texts refer to the copies of earlier ones. Answers the copy's id. */
async function copyQuestion(
  trx: Trx,
  account: string,
  survey: number,
  at: number,
  { type, name, text, required, max_rating, min, max, ...more }: SurveyQuestion,
  copied: ReadonlyMap<number, number>,
): Promise<number> {
  const { random_order, random_section, section, interviewer_note } = more;
  const renamed = (written: LocalText) => json(referencesRenamed(written, copied));
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into survey.questions (customer_account, survey_id, rank, type, name, text, required, max_rating,
        min_number, max_number, random_order, random_section, section_title, section_text, interviewer_note)
      values (${account}, ${survey}, ${at + 1}, ${type}, ${name}, ${renamed(text)}, ${required}, ${max_rating}, ${min},
        ${max}, ${random_order}, ${random_section}, ${renamed(section.title)}, ${renamed(section.text)},
        ${interviewer_note})
      returning id`,
  );
  if (!made) throw new Error("the question was not copied");
  return made.id;
}
