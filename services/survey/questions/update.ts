import { sql } from "kysely";
import type { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { hasRows, json, texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { QuestionChanges } from "../contract.schemas";
import { dropChoices, type SurveyOwner } from "./change";

type QuestionInput = z.output<typeof QuestionChanges>;

/** Changes a question; its choices are those that are listed. */
export async function updateQuestion(
  trx: Trx,
  account: string,
  { survey, question, languages }: SurveyOwner,
  { type, name, text, required, max_rating, min, max, options, ...more }: QuestionInput,
): Promise<void> {
  const { random_order, random_section, section, interviewer_note } = more;
  const main = languages[0] ?? "en";
  if (name) await checkName(trx, account, { survey, name, question });
  await sql`
    update survey.questions set type = ${type}, name = coalesce(${name ?? null}::text, name), text = text || ${json({ [main]: text })}, required = ${required},
      max_rating = ${max_rating}, min_number = ${min}, max_number = ${max},
      random_order = coalesce(${random_order ?? null}::boolean, random_order),
      random_section = coalesce(${random_section ?? null}::boolean, random_section),
      interviewer_note = coalesce(${interviewer_note ?? null}::text, interviewer_note)
    where customer_account = ${account} and id = ${question}`.execute(trx);
  if (section) await updateSection(trx, account, question, main, section);
  if (options) await updateChoices(trx, account, question, main, options);
}

/** Sets the section that begins at a question, in one language; an empty title ends it in all of them. */
async function updateSection(
  trx: Trx,
  account: string,
  question: number,
  language: string,
  { title, text }: NonNullable<QuestionInput["section"]>,
): Promise<void> {
  const merged = (column: "section_title" | "section_text", written: string) =>
    title === "" ? sql`'{}'::jsonb` : sql`${sql.ref(column)} || ${json({ [language]: written })}`;
  await sql`
    update survey.questions set section_title = ${merged("section_title", title)},
      section_text = ${merged("section_text", text)}
    where customer_account = ${account} and id = ${question}`.execute(trx);
}

async function updateChoices(
  trx: Trx,
  account: string,
  question: number,
  main: string,
  options: NonNullable<QuestionInput["options"]>,
): Promise<void> {
  const before = await checkedRows(
    trx,
    IdRow,
    sql`select id from survey.choices where customer_account = ${account} and question_id = ${question}`,
  );
  const kept = options.flatMap(({ id }) => (id === null ? [] : [id]));
  await dropChoices(
    trx,
    account,
    before.flatMap(({ id }) => (kept.includes(id) ? [] : [id])),
  );
  for (const [at, { id, text: words, aliases, role = null }] of options.entries()) {
    if (id === null)
      await sql`
        insert into survey.choices (customer_account, question_id, rank, text, aliases, role)
        values (${account}, ${question}, ${at + 1}, ${json({ [main]: words })}, ${texts(aliases)},
          ${role ?? "normal"})`.execute(trx);
    else
      await sql`
        update survey.choices set rank = ${at + 1}, text = text || ${json({ [main]: words })}, aliases = ${texts(aliases)},
          role = coalesce(${role}::text, role)
        where customer_account = ${account} and question_id = ${question} and id = ${id}`.execute(trx);
  }
}

/** A name means one question of its survey, which is locked. @throws HttpError 422 */
export async function checkName(
  trx: Trx,
  account: string,
  { survey, name, question = 0 }: { survey: number; name: string; question?: number },
): Promise<void> {
  const taken = await hasRows(
    trx,
    sql`select 1 from survey.questions
      where customer_account = ${account} and survey_id = ${survey} and name = ${name} and name <> '' and id <> ${question}`,
  );
  const calculated = await hasRows(
    trx,
    sql`select 1 from survey.calculated
      where customer_account = ${account} and survey_id = ${survey} and name = ${name}`,
  );
  const words = calculated ? "A calculated value has this name." : "Another question has this reference.";
  if (taken || calculated) throw new HttpError(422, "Please correct the marked fields.", { name: [words] });
}
