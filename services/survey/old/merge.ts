import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../kit/database";
import { oldAdded } from "../contract.old";

export type OldAdded = Record<(typeof oldAdded)[number], number>;

/**
 * How the rest of a transaction is planned: for many rows, whatever the statistics say. They are of the time before the
 * file, and a plan of a foreign key that a connection has kept may be of a table of ten rows: it reads the whole table
 * for each row. Such plans are dropped and made again by indexes; to plan each row's check alone takes most of the time.
 * A file has at most 50,000 rows, so a statement ends, on a busy machine perhaps after more than the usual 30 s.
 */
async function planForMany(trx: Trx): Promise<void> {
  await sql`select set_config('enable_nestloop', 'off', true), set_config('enable_seqscan', 'off', true),
    set_config('statement_timeout', '0', true)`.execute(trx);
  await sql`discard plans`.execute(trx);
}

/**
 * Adds what the rows of a checked file have and is not there yet. What is there stays as it is, so the same rows again
 * add nothing. Answers how much of each kind was added.
 */
export async function mergeOldRows(trx: Trx, account: string, importId: number): Promise<OldAdded> {
  const rows = sql`survey.old_import_rows r`;
  const ours = sql`r.customer_account = ${account} and r.import_id = ${importId}`;
  const s = sql`join survey.old_surveys s on s.customer_account = r.customer_account and s.title_key = r.survey_key`;
  const n = sql`${s} join survey.old_runs n
    on n.customer_account = s.customer_account and n.survey_id = s.id and n.name_key = r.run_key`;
  const q = sql`join survey.old_questions q
    on q.customer_account = s.customer_account and q.survey_id = s.id and q.text_key = r.question_key`;
  const c = sql`join survey.old_contacts c
    on c.customer_account = n.customer_account and c.run_id = n.id and c.msisdn = r.msisdn`;
  /** The first value that a row of the group has. */
  const first = (column: string) =>
    sql`coalesce((array_agg(${sql.ref(column)} order by r.line) filter (where ${sql.ref(column)} <> ''))[1], '')`;
  const statements: OldStatements = {
    surveys: sql`
      insert into survey.old_surveys (customer_account, import_id, title)
      select ${account}, ${importId}, ${first("r.survey")} from ${rows} where ${ours}
      group by r.survey_key order by min(r.line) on conflict do nothing`,
    questions: sql`
      insert into survey.old_questions (customer_account, import_id, survey_id, number, text, type)
      select ${account}, ${importId}, s.id,
        coalesce(min(r.question_number), row_number() over (partition by s.id order by min(r.line)) +
          (select count(*) from survey.old_questions o where o.customer_account = ${account} and o.survey_id = s.id)),
        ${first("r.question")}, ${first("r.question_type")}
      from ${rows} ${s} where ${ours} and r.question <> '' and not exists (select from survey.old_questions o
        where o.customer_account = s.customer_account and o.survey_id = s.id and o.text_key = r.question_key)
      group by s.id, r.question_key order by min(r.line) on conflict do nothing`,
    runs: sql`
      insert into survey.old_runs (customer_account, import_id, survey_id, name, channel, sender, made_at, started_at,
        ended_at)
      select ${account}, ${importId}, s.id, ${first("r.run")}, coalesce(nullif(${first("r.channel")}, ''), 'sms'),
        ${first("r.sender")}, min(r.made_at), min(r.started_at), max(r.ended_at)
      from ${rows} ${s} where ${ours} and r.run <> ''
      group by s.id, r.run_key order by coalesce(min(r.started_at), min(r.made_at)), min(r.line) on conflict do nothing`,
    people: sql`
      insert into survey.old_contacts (customer_account, import_id, run_id, msisdn, name, status)
      select ${account}, ${importId}, n.id, r.msisdn, ${first("r.name")}, ${first("r.status")}
      from ${rows} ${n} where ${ours} and r.msisdn <> ''
      group by n.id, r.msisdn order by min(r.line) on conflict do nothing`,
    fields: sql`
      insert into survey.old_fields (customer_account, import_id, run_id, question_id, field)
      select ${account}, ${importId}, n.id, q.id, ${first("r.field")}
      from ${rows} ${n} ${q} where ${ours} and r.field <> ''
      group by n.id, q.id on conflict do nothing`,
    answers: sql`
      insert into survey.old_answers (customer_account, import_id, survey_id, contact_id, question_id, answer, at)
      select ${account}, ${importId}, s.id, c.id, q.id, r.answer, r.answered_at
      from ${rows} ${n} ${q} ${c} where ${ours} and r.answer <> '' order by r.line on conflict do nothing`,
    messages: sql`
      insert into survey.old_messages (customer_account, import_id, channel, run_id, contact_id, incoming, text, status, at)
      select ${account}, ${importId}, n.channel, n.id, c.id, r.incoming, r.message, r.message_status, r.message_at
      from ${rows} ${n} ${c} where ${ours} and r.message <> ''
      order by r.message_at, r.line on conflict do nothing`,
  };
  await planForMany(trx);
  const added: Partial<OldAdded> = {};
  for (const kind of oldAdded) added[kind] = await countChanged(trx, statements[kind]);
  return added as OldAdded;
}

type OldStatements = Record<(typeof oldAdded)[number], RawBuilder<unknown>>;

async function countChanged(trx: Trx, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(trx)).numAffectedRows ?? 0);
}

/** What an import would add: it is added, counted and taken back at once. */
export async function foreseeOldRows(trx: Trx, account: string, importId: number): Promise<OldAdded> {
  await sql`savepoint foreseen`.execute(trx);
  const added = await mergeOldRows(trx, account, importId);
  await sql`rollback to savepoint foreseen`.execute(trx);
  return added;
}

/** Takes out what an import added, except what a later import uses; that stays, as nobody's in particular. */
export async function removeOldRows(trx: Trx, account: string, importId: number): Promise<void> {
  const used = (table: string, column: string) =>
    sql`exists (select from ${sql.table(`survey.${table}`)} u
      where u.customer_account = t.customer_account and ${sql.ref(`u.${column}`)} = t.id)`;
  const unless: [table: string, used: RawBuilder<unknown>][] = [
    ["old_answers", sql`false`],
    ["old_messages", sql`false`],
    ["old_fields", sql`false`],
    ["old_contacts", sql`${used("old_answers", "contact_id")} or ${used("old_messages", "contact_id")}`],
    ["old_runs", sql`${used("old_contacts", "run_id")} or ${used("old_fields", "run_id")}`],
    ["old_questions", sql`${used("old_answers", "question_id")} or ${used("old_fields", "question_id")}`],
    ["old_surveys", sql`${used("old_runs", "survey_id")} or ${used("old_questions", "survey_id")}`],
  ];
  await planForMany(trx);
  for (const [table, kept] of unless) {
    const theirs = sql`t.customer_account = ${account} and t.import_id = ${importId}`;
    await sql`delete from ${sql.table(`survey.${table}`)} t where ${theirs} and not (${kept})`.execute(trx);
    await sql`update ${sql.table(`survey.${table}`)} t set import_id = null where ${theirs}`.execute(trx);
  }
}
