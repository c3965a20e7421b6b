import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { startInterval } from "../../kit/interval";
import type { Log } from "../../kit/log";
import { CountRow, checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";

/** Changes that are added up in one transaction. */
const atOnce = 20_000;
/** A survey without changes for so long is looked at again when it has some. */
const quietMinutes = 10;

/** The job that counts a survey again: `{ account, survey }`, the survey by its uuid. */
export const recountTask = "survey.recount";

/** Adds up what changed in sessions and answers, until stopped. Several processes may do it at once. */
export function startFolding(
  database: Database,
  options: { log: Pick<Log, "error">; everyMs?: number },
): { stop(): Promise<void> } {
  return startInterval(() => foldTallies(database, options.log), {
    everyMs: options.everyMs ?? 20_000,
    onError: (err) => options.log.error({ err }, "counts of surveys"),
  });
}

const TallySurvey = z.object({ survey_id: z.number(), account: z.string() });

/** One look at every survey with changes. */
export async function foldTallies(database: Database, log: Pick<Log, "error">): Promise<void> {
  const queued = await checkedRows(
    database.db,
    TallySurvey,
    sql`select survey_id, customer_account as account from survey.tally_queue order by survey_id`,
  );
  for (const { survey_id, account } of queued)
    await foldSurvey(database, account, survey_id).catch((err: unknown) =>
      log.error({ err, survey: survey_id }, "the counts of a survey"),
    );
}

async function foldSurvey({ db }: Database, account: string, survey: number): Promise<void> {
  while ((await inAccount(db, account, (trx) => foldChanges(trx, account, survey))) === atOnce);
}

const AloneRow = z.object({ alone: z.boolean() });

/**
 * Moves changes of a survey into its kept counts, which a reader sees at once or not at all. Answers how many there were.
 * @param most of them, the oldest first
 */
export async function foldChanges(trx: Trx, account: string, survey: number, most = atOnce): Promise<number> {
  const held = await checkedRow(
    trx,
    AloneRow,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`survey.tallies ${account} ${survey}`}, 0)) as alone`,
  );
  if (!held?.alone) return 0;
  const there = await hasRows(
    trx,
    sql`select 1 from survey.surveys where customer_account = ${account} and id = ${survey} for key share`,
  );
  // It was deleted, and its changes with it.
  if (!there) {
    await sql`delete from survey.tally_queue where survey_id = ${survey}`.execute(trx);
    return 0;
  }
  const key = sql.raw("question_id, value, channel, last_channel, language, instance_id, disposition, ended");
  const folded = await checkedRow(
    trx,
    CountRow,
    sql`
    with changes as (
      delete from survey.tally_changes where customer_account = ${account} and survey_id = ${survey} and id <= coalesce((
        select id from survey.tally_changes where customer_account = ${account} and survey_id = ${survey}
        order by id offset ${most - 1} limit 1), ${Number.MAX_SAFE_INTEGER})
      returning day, ${key}, count, total
    ), folded as (
      insert into survey.tallies as t (customer_account, survey_id, day, ${key}, count, total)
      select ${account}, ${survey}, d.day, ${key}, sum(count), sum(total)
      from changes cross join lateral (values (changes.day), ('infinity'::date)) d (day)
      group by d.day, ${key} having sum(count) <> 0 or sum(total) <> 0
      on conflict (customer_account, survey_id, day, ${key})
        do update set count = t.count + excluded.count, total = t.total + excluded.total
    )
    select count(*)::int as count from changes`,
  );
  const count = folded?.count ?? 0;
  if (count === 0)
    await sql`delete from survey.tally_queue
      where survey_id = ${survey} and at < now() - ${quietMinutes} * interval '1 minute'`.execute(trx);
  else {
    await sql`delete from survey.tallies
      where customer_account = ${account} and survey_id = ${survey} and count = 0 and total = 0`.execute(trx);
    await sql`update survey.tally_queue set at = now() where survey_id = ${survey}`.execute(trx);
  }
  return count;
}

const WrongRow = z.object({ wrong: z.number() });

/**
 * A repair: counts a survey from its sessions and answers, and corrects what is kept. People go on answering meanwhile.
 * Answers how many counts were wrong.
 */
export async function recountSurvey({ db }: Database, payload: Record<string, unknown>): Promise<number> {
  const { account, survey } = payload as { account: string; survey: string };
  return inAccount(db, account, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const found = await checkedRow(
      trx,
      WrongRow,
      sql`select survey.recount(customer_account, id) as wrong from survey.surveys
        where customer_account = ${account} and uuid = ${survey}::uuid`,
    );
    return found?.wrong ?? 0;
  });
}
