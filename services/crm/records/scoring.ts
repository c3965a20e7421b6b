import { type RawBuilder, sql } from "kysely";
import { type ScoredRecord, type ScoreRule, scoreParts, sumScore } from "../../../rules/crm";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { bigints, rows } from "../../kit/rows";
import { type RecordRow, recordColumns, recordsFrom } from "./rows";

/** The rules of an account, in the order in which they were made. */
export function listRules(trx: Trx, account: string): Promise<ScoreRule[]> {
  return rows<ScoreRule>(
    trx,
    sql`select id, property, operator, value, points from crm.score_rules where customer_account = ${account} order by id`,
  );
}

function scored(row: RecordRow): ScoredRecord {
  const { name, company, phone, email, source, value_cents, stage, category } = row;
  return { name, company, phone, email, source, value: value_cents, stage, category };
}

/** The rules that a lead matches, by their place among the rules. */
export function matchedRules(rules: readonly ScoreRule[], row: RecordRow) {
  return scoreParts(rules, scored(row));
}

type UnwrittenRow = Omit<ScoredRecord, "value"> & { key: number; value_cents: number | null };

/**
 * The scores of records that are about to be written, as something to join: `o (key, score)`.
 * @param from what they will say: key, name, company, phone, email, source, value_cents, stage, category
 */
export async function scoreUnwritten(
  trx: Trx,
  account: string,
  from: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const rules = await listRules(trx, account);
  const found = rules.length === 0 ? [] : await rows<UnwrittenRow>(trx, from);
  const scores = found.map(({ key, value_cents, ...said }) => ({
    key,
    score: sumScore(rules, { ...said, value: value_cents }),
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
  const changed = found
    .map((row) => ({ id: row.id, score: sumScore(rules, scored(row)), before: row.score }))
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
  let last: number | undefined = 0;
  while (last !== undefined) {
    const found: RecordRow[] = await listBatch(trx, account, { after: last });
    preview.records += found.length;
    preview.moved += found.filter((row) => sumScore(rules, scored(row)) !== row.score).length;
    last = found.length < batch ? undefined : found.at(-1)?.id;
    if (last !== undefined && preview.records >= previewed) return { ...preview, whole: false };
  }
  return preview;
}
