import { type RawBuilder, sql } from "kysely";
import { type ScoredRecord, type ScoreRule, scoreParts, sumScore } from "../../../rules/crm";
import { customId, isDated } from "../../../rules/crm-field-conditions";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { bigints, rows } from "../../kit/rows";
import { listFields } from "../values/store";
import { type RecordRow, recordColumns, recordsFrom } from "./rows";

/** The rules of an account, in the order in which they were made, each with the custom field that it is about. */
export async function listRules(trx: Trx, account: string): Promise<ScoreRule[]> {
  const found = await rows<ScoreRule>(
    trx,
    sql`select id, property, operator, value, points from crm.score_rules where customer_account = ${account} order by id`,
  );
  if (!found.some(({ property }) => customId(property) !== undefined)) return found;
  const fields = await listFields(trx, account, undefined);
  return found.map((rule) => ({ ...rule, field: fields.find(({ id }) => id === customId(rule.property)) }));
}

/** The day in UTC: the last and the next days of a rule are counted from it. */
function currentDay(): string {
  return new Date().toISOString().slice(0, 10);
}

function scored(row: RecordRow): ScoredRecord {
  const { kind, name, company, phone, email, source, value_cents, stage, category, custom } = row;
  return { kind, name, company, phone, email, source, value: value_cents, stage, category, custom };
}

/** The rules that a lead matches, by their place among the rules. */
export function matchedRules(rules: readonly ScoreRule[], row: RecordRow) {
  return scoreParts(rules, scored(row), currentDay());
}

type UnwrittenRow = Omit<ScoredRecord, "value"> & { key: number; value_cents: number | null };

/**
 * The scores of records that are about to be written, as something to join: `o (key, score)`.
 * @param from what they will say: key, kind, name, company, phone, email, source, value_cents, stage, category, custom
 */
export async function scoreUnwritten(
  trx: Trx,
  account: string,
  from: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const rules = await listRules(trx, account);
  const found = rules.length === 0 ? [] : await rows<UnwrittenRow>(trx, from);
  const today = currentDay();
  const scores = found.map(({ key, value_cents, ...said }) => ({
    key,
    score: sumScore(rules, { ...said, value: value_cents }, today),
  }));
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
  return rows<RecordRow>(
    trx,
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
  const { length } = await rows(
    trx,
    sql`select 1 from crm.records where customer_account = ${account} limit ${scoredAtOnce + 1}`,
  );
  if (length <= scoredAtOnce) await scoreAgain(trx, account);
  else await sendLater(trx, rescoreTask, { account }, { key: `${rescoreTask} ${account}` });
}

/** Has rules about the last or the next days looked at again each day, from the first of them on. */
export async function markDated(trx: Trx, account: string, rules: readonly { operator: string }[]): Promise<void> {
  if (!rules.some(({ operator }) => isDated(operator))) return;
  await sql`insert into crm.dated_scores (customer_account, scored_on) values (${account}, ${currentDay()}::date)
    on conflict do nothing`.execute(trx);
}

/** Accounts that are scored again in one round. */
const datedAtOnce = 50;

/** Scores the records of accounts whose rules mean something else than yesterday. */
export async function queueDatedScores({ db }: Database, now: Date = new Date()): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const { rows: due } = await sql<{ account: string }>`
    select customer_account as account from crm.dated_scores where scored_on < ${today}::date
    order by scored_on limit ${datedAtOnce}`.execute(db);
  for (const { account } of due)
    await inAccount(db, account, async (trx) => {
      const dated = (await listRules(trx, account)).some(({ operator }) => isDated(operator));
      if (dated) await sendLater(trx, rescoreTask, { account }, { key: `${rescoreTask} ${account}` });
      await (dated
        ? sql`update crm.dated_scores set scored_on = ${today}::date where customer_account = ${account}`
        : sql`delete from crm.dated_scores where customer_account = ${account}`
      ).execute(trx);
    });
}

/** The job that scores an account again, a set of records in a transaction; it may run twice. */
export function scoreTasks({ db }: Database): Tasks {
  return {
    async [rescoreTask]({ account: given }) {
      const account = String(given);
      let last: number | undefined = 0;
      while (last !== undefined) {
        const after: number = last;
        last = await inAccount(db, account, async (trx) =>
          scoreBatch(trx, account, await listRules(trx, account), { after }),
        );
      }
    },
  };
}

/** How many records would get another score with these rules; of a large account, of its first records. */
export async function previewScores(trx: Trx, account: string, rules: readonly ScoreRule[]) {
  const preview = { records: 0, moved: 0, whole: true };
  const today = currentDay();
  let last: number | undefined = 0;
  while (last !== undefined) {
    const found: RecordRow[] = await listBatch(trx, account, { after: last });
    preview.records += found.length;
    preview.moved += found.filter((row) => sumScore(rules, scored(row), today) !== row.score).length;
    last = found.length < batch ? undefined : found.at(-1)?.id;
    if (last !== undefined && preview.records >= previewed) return { ...preview, whole: false };
  }
  return preview;
}
