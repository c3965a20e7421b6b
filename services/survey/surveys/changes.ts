import { sql } from "kysely";
import type { z } from "zod";
import { choiceIds } from "../../../rules/survey/conditions";
import { hasChoices, type LocalText } from "../../../rules/survey/graph";
import { referencesRenamed } from "../../../rules/survey/piping";
import type { Trx } from "../../kit/database";
import { json, row, texts } from "../../kit/rows";
import type { TranslationForm } from "../contract.schemas";
import { listQuestions, markEdited } from "../store/questions";

/** Sets the texts of a survey in one language; ids of another survey change nothing. An empty one is no translation. */
export async function setTexts(
  trx: Trx,
  account: string,
  survey: number,
  { language, questions, choices, ending }: z.output<typeof TranslationForm>,
): Promise<void> {
  const merged = sql`case when x.text = '' then t.text - ${language}::text
    else t.text || jsonb_build_object(${language}::text, x.text) end`;
  const given = (all: readonly { id: number; text: string }[]) =>
    sql`jsonb_to_recordset(${json(all)}) as x (id bigint, text text)`;
  await sql`
    update survey.questions t set text = ${merged} from ${given(questions)}
    where t.customer_account = ${account} and t.survey_id = ${survey} and t.id = x.id`.execute(trx);
  await sql`
    update survey.choices t set text = ${merged} from ${given(choices)}
    where t.customer_account = ${account} and t.id = x.id and t.question_id in
      (select id from survey.questions where customer_account = ${account} and survey_id = ${survey})`.execute(trx);
  await sql`
    update survey.surveys set ending = case when ${ending} = '' then ending - ${language}::text
      else ending || jsonb_build_object(${language}::text, ${ending}::text) end
    where customer_account = ${account} and id = ${survey}`.execute(trx);
  await markEdited(trx, account, survey);
}

/**
 * Copies the questions and the ending of a survey into another, with choices, conditions and references that name the
 * copies.
 */
export async function copyQuestions(
  trx: Trx,
  account: string,
  { from, to, ending }: { from: number; to: number; ending: LocalText },
): Promise<void> {
  const questions = await listQuestions(trx, account, from);
  const copied = new Map<number, number>();
  const choices = new Map<number, number>();
  for (const [at, { id, type, name, text, required, max_rating, min, max, choices: all }] of questions.entries()) {
    const made = await row<{ id: number }>(
      trx,
      sql`insert into survey.questions (customer_account, survey_id, rank, type, name, text, required, max_rating,
          min_number, max_number)
        values (${account}, ${to}, ${at + 1}, ${type}, ${name}, ${json(referencesRenamed(text, copied))}, ${required},
          ${max_rating}, ${min}, ${max})
        returning id`,
    );
    copied.set(id, made?.id ?? 0);
    for (const [place, choice] of all.entries()) {
      const option = await row<{ id: number }>(
        trx,
        sql`insert into survey.choices (customer_account, question_id, rank, text, aliases)
          values (${account}, ${made?.id}, ${place + 1}, ${json(choice.text)}, ${texts(choice.aliases)}) returning id`,
      );
      choices.set(choice.id, option?.id ?? 0);
    }
  }
  for (const question of questions)
    for (const [place, { asked, operand, value, target }] of question.conditions.entries()) {
      const subject = questions.find(({ id }) => id === (asked ?? question.id));
      const compared =
        subject && hasChoices(subject.type)
          ? choiceIds(value)
              .map((id) => choices.get(id) ?? 0)
              .join(",")
          : value;
      await sql`
        insert into survey.conditions (customer_account, question_id, rank, asked_id, operand, value, target_id)
        values (${account}, ${copied.get(question.id)}, ${place + 1}, ${asked === null ? null : (copied.get(asked) ?? 0)},
          ${operand}, ${compared}, ${target === null ? null : (copied.get(target) ?? 0)})`.execute(trx);
    }
  await sql`update survey.surveys set ending = ${json(referencesRenamed(ending, copied))}
    where customer_account = ${account} and id = ${to}`.execute(trx);
}
