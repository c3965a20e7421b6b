import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { recordKinds } from "../../../rules/crm";
import { customId, fieldOperators } from "../../../rules/crm-field-conditions";
import {
  needsRescoring,
  type ScoredRecord,
  type ScoreRule,
  scoreParts,
  scoreProperties,
  sumScore,
} from "../../../rules/crm-score";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { AccountRow, checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { CustomValues, customKey } from "../contract.records";
import type { CrmDeps } from "../deps";
import { listFields } from "../values/store";
import { RecordRow, recordColumns, recordsFrom } from "./rows";
import { findWrote, keepWrote } from "./wrote";

const RuleRow = z.object({
  id: z.number(),
  property: z.union([z.enum(scoreProperties), customKey]),
  operator: z.enum(fieldOperators),
  value: z.string(),
  points: z.number(),
  fades: z.boolean(),
});

/** The rules of an account, in the order in which they were made, each with the custom field that it is about. */
export async function listRules(trx: Trx, account: string): Promise<ScoreRule[]> {
  const found = await checkedRows(
    trx,
    RuleRow,
    sql`select id, property, operator, value, points, fades from crm.score_rules where customer_account = ${account} order by id`,
  );
  if (!found.some(({ property }) => customId(property) !== undefined)) return found;
  const fields = await listFields(trx, account, undefined);
  return found.map((rule) => ({ ...rule, field: fields.find(({ id }) => id === customId(rule.property)) }));
}

/** The day in UTC: the last and the next days of a rule are counted from it. */
function currentDay(): string {
  return new Date().toISOString().slice(0, 10);
}

function dayFrom(at: Date | null): string {
  return at?.toISOString().slice(0, 10) ?? "";
}

function scored(row: RecordRow): ScoredRecord {
  const { kind, name, company, phone, email, source, value_cents, stage, category, custom } = row;
  const days = { created: dayFrom(row.created_at), active: dayFrom(row.active_at), wrote: dayFrom(row.wrote_at) };
  return { kind, name, company, phone, email, source, value: value_cents, stage, category, custom, ...days };
}

/** The rules that a lead matches, by their place among the rules. */
export function matchedRules(rules: readonly ScoreRule[], row: RecordRow) {
  return scoreParts(rules, scored(row), currentDay());
}

const UnwrittenRow = z.object({
  key: z.number(),
  kind: z.enum(recordKinds),
  name: z.string(),
  company: z.string(),
  phone: z.string(),
  email: z.string(),
  source: z.string(),
  value_cents: z.number().nullable(),
  stage: z.string(),
  category: z.string(),
  custom: CustomValues,
  created_at: z.date().nullable(),
  wrote_at: z.date().nullable(),
});

/**
 * The scores of records that are about to be written, as something to join: `o (key, score)`.
 * @param from what they will say: key, kind, name, company, phone, email, source, value_cents, stage, category, custom,
 *   and of those that are there already created_at and wrote_at
 */
export async function scoreUnwritten(
  trx: Trx,
  account: string,
  from: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const rules = await listRules(trx, account);
  const found = rules.length === 0 ? [] : await checkedRows(trx, UnwrittenRow, from);
  const today = currentDay();
  const scores = found.map(({ key, value_cents, created_at, wrote_at, ...said }) => {
    const days = { created: dayFrom(created_at) || today, active: today, wrote: dayFrom(wrote_at) };
    return { key, score: sumScore(rules, { ...said, ...days, value: value_cents }, today) };
  });
  return sql`json_to_recordset(${JSON.stringify(scores)}::json) as o (key bigint, score int)`;
}

const batch = 1_000;
/** Records that are scored while somebody waits; of an account with more all are scored by a job. */
const scoredAtOnce = 2_000;
/** Records that a preview looks at. */
const previewed = 20_000;
/** The job that scores all records of an account. */
const rescoreTask = "crm.rescore";

/** Scores records again: those of these ids, or all of the account. */
export async function scoreAgain(trx: Trx, account: string, ids?: readonly number[]): Promise<void> {
  const rules = await listRules(trx, account);
  if (rules.length === 0) {
    await sql`update crm.records set score = 0 where customer_account = ${account} and score <> 0
      and (${ids === undefined} or id = any(${bigints(ids ?? [])}))`.execute(trx);
    return;
  }
  let last: number | undefined = 0;
  while (last !== undefined) last = await scoreBatch(trx, account, rules, { after: last, ids });
}

type Batch = { after: number; ids?: readonly number[] | undefined };

async function listBatch(trx: Trx, account: string, { after, ids }: Batch): Promise<RecordRow[]> {
  return checkedRows(
    trx,
    RecordRow,
    sql`select ${recordColumns} from ${recordsFrom} where l.customer_account = ${account} and l.id > ${after}
      and (${ids === undefined} or l.id = any(${bigints(ids ?? [])})) order by l.id limit ${batch}`,
  );
}

/** Scores the records that follow. Answers the last id; nothing when there are no more. */
async function scoreBatch(
  trx: Trx,
  account: string,
  rules: readonly ScoreRule[],
  of: Batch,
): Promise<number | undefined> {
  const found = await listBatch(trx, account, of);
  const today = currentDay();
  const changed = found
    .map((row) => ({ id: row.id, score: sumScore(rules, scored(row), today), before: row.score }))
    .filter(({ score, before }) => score !== before);
  if (changed.length > 0)
    await sql`
      update crm.records l set score = x.score
      from json_to_recordset(${JSON.stringify(changed)}::json) as x (id bigint, score int)
      where l.customer_account = ${account} and l.id = x.id`.execute(trx);
  return found.length < batch ? undefined : found.at(-1)?.id;
}

/** Scores all records after a change of the rules: at once where they are few, otherwise in the background. */
export async function rescore(trx: Trx, account: string): Promise<void> {
  const { length } = await checkedRows(
    trx,
    IdRow,
    sql`select id from crm.records where customer_account = ${account} limit ${scoredAtOnce + 1}`,
  );
  if (length <= scoredAtOnce) await scoreAgain(trx, account);
  else await rescoreLater(trx, account);
}

async function rescoreLater(trx: Trx, account: string): Promise<void> {
  await sendLater(trx, rescoreTask, { account }, { key: `${rescoreTask} ${account}` });
}

/** What of the rules is about messages of customers, which other services know. */
const asksWhoWrote = (rules: readonly Pick<ScoreRule, "property">[]) =>
  rules.some(({ property }) => property === "wrote");

/** Has records scored again as days pass and customers write, from the first rule about that on. */
export async function markDated(
  trx: Trx,
  account: string,
  rules: readonly Pick<ScoreRule, "property" | "operator">[],
): Promise<void> {
  if (!rules.some(needsRescoring)) return;
  const hourly = asksWhoWrote(rules);
  await sql`insert into crm.dated_scores as d (customer_account, scored_on, hourly)
    values (${account}, ${currentDay()}::date, ${hourly})
    on conflict (customer_account) do update set hourly = d.hourly or excluded.hourly`.execute(trx);
  if (hourly) await rescoreLater(trx, account);
}

/** Accounts that are scored again in one round. */
const datedAtOnce = 50;

/** Scores the records of accounts whose rules mean something else than yesterday, or for whom an hour has passed. */
export async function queueDatedScores({ db }: Database, now: Date = new Date()): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const due = await checkedRows(
    db,
    AccountRow,
    sql`
    select customer_account as account from crm.dated_scores
    where scored_on < ${today}::date or (hourly and scored_at < ${now}::timestamptz - interval '1 hour')
    order by scored_at limit ${datedAtOnce}`,
  );
  for (const { account } of due)
    await inAccount(db, account, async (trx) => {
      const rules = await listRules(trx, account);
      const dated = rules.some(needsRescoring);
      if (dated) await rescoreLater(trx, account);
      await (dated
        ? sql`update crm.dated_scores set scored_on = ${today}::date, scored_at = ${now}::timestamptz,
            hourly = ${asksWhoWrote(rules)} where customer_account = ${account}`
        : sql`delete from crm.dated_scores where customer_account = ${account}`
      ).execute(trx);
    });
}

/** The job that scores an account again, a set of records in a transaction; it may run twice. */
export function scoreTasks(database: Database, deps: CrmDeps): Tasks {
  const { db } = database;
  return {
    async [rescoreTask]({ account: given }) {
      const account = String(given);
      let last: number | undefined = 0;
      while (last !== undefined) {
        const after: number = last;
        const rules = await readAccount(db, account, (trx) => listRules(trx, account));
        if (asksWhoWrote(rules)) {
          const ids = (await readAccount(db, account, (trx) => listBatch(trx, account, { after }))).map(({ id }) => id);
          await keepWrote(database, account, await findWrote(database, deps, account, rules, ids));
        }
        last = await inAccount(db, account, async (trx) =>
          scoreBatch(trx, account, await listRules(trx, account), { after }),
        );
      }
    },
  };
}

/** How many records would get another score with these rules; of a large account, of its first records. */
export async function previewScores(
  database: Database,
  deps: CrmDeps,
  account: string,
  rules: readonly ScoreRule[],
): Promise<{ records: number; moved: number; whole: boolean }> {
  const preview = { records: 0, moved: 0, whole: true };
  const today = currentDay();
  let last: number | undefined = 0;
  while (last !== undefined) {
    const after: number = last;
    const found = await readAccount(database.db, account, (trx) => listBatch(trx, account, { after }));
    const ids = found.map(({ id }) => id);
    const wrote = await findWrote(database, deps, account, rules, ids);
    const now = found.map((row) => ({ ...row, wrote_at: wrote.get(row.id) ?? null }));
    preview.records += found.length;
    preview.moved += now.filter((row) => sumScore(rules, scored(row), today) !== row.score).length;
    last = found.length < batch ? undefined : found.at(-1)?.id;
    if (last !== undefined && preview.records >= previewed) return { ...preview, whole: false };
  }
  return preview;
}
