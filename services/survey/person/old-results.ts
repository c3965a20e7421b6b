import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../kit/database";
import type { DataSubject } from "../../kit/person-data";

/** What the old surveys and the files of their results have of a person. */
export function oldResultQueries(
  account: string,
  { msisdn }: DataSubject,
): ["oldContacts" | "oldAnswers" | "oldMessages" | "oldRows", RawBuilder<unknown>][] {
  const contacts = sql`survey.old_contacts c
    join survey.old_runs n on n.customer_account = c.customer_account and n.id = c.run_id
    join survey.old_surveys s on s.customer_account = n.customer_account and s.id = n.survey_id`;
  const theirs = sql`c.customer_account = ${account} and c.msisdn = ${msisdn} and c.msisdn <> ''`;
  return [
    [
      "oldContacts",
      sql`select s.title as survey, n.name as run, c.msisdn, c.name, c.status from ${contacts} where ${theirs} order by c.id`,
    ],
    [
      "oldAnswers",
      sql`select s.title as survey, n.name as run, q.text as question, a.answer, a.at from ${contacts}
        join survey.old_answers a on a.customer_account = c.customer_account and a.contact_id = c.id
        join survey.old_questions q on q.customer_account = a.customer_account and q.id = a.question_id
        where ${theirs} order by a.id`,
    ],
    [
      "oldMessages",
      sql`select s.title as survey, n.name as run, m.incoming, m.text, m.status, m.at from ${contacts}
        join survey.old_messages m on m.customer_account = c.customer_account and m.contact_id = c.id
        where ${theirs} order by m.id`,
    ],
    [
      "oldRows",
      sql`select i.file_name as file, x.line from
          (select customer_account, import_id, line, msisdn from survey.old_import_rows
            union all select customer_account, import_id, line, msisdn from survey.old_import_refused) x
        join survey.old_imports i on i.customer_account = x.customer_account and i.id = x.import_id
        where x.customer_account = ${account} and x.msisdn = ${msisdn} and x.msisdn <> ''`,
    ],
  ];
}

/** Their answers and messages go with them; the questions and the runs stay. */
export async function eraseOldResults(trx: Trx, account: string, { msisdn }: DataSubject): Promise<void> {
  if (msisdn === "") return;
  for (const table of ["old_contacts", "old_import_rows", "old_import_refused"])
    await sql`delete from ${sql.table(`survey.${table}`)}
      where customer_account = ${account} and msisdn = ${msisdn}`.execute(trx);
}
