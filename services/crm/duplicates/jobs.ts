import { sql } from "kysely";
import { z } from "zod";
import { duplicateKinds } from "../../../rules/duplicates";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { AccountRow, checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { updatePairs } from "../pairs/find";

/** The job that compares the records of an account, or those that one import brought. */
export const duplicatesTask = "crm.find-duplicates";

/** Records that are compared in one transaction. */
const batch = 1_000;
/** Open pairs of an account after which no more are looked for: first these are worth a look. */
const maxOpenPairs = 10_000;
/** Days after which all records of an account are compared again. */
const scanDays = 7;
/** Accounts whose search is begun in one round. */
const maxScans = 20;

/** Begins the search in accounts where it never ran, or not for some days. */
export async function queueDuplicateScans({ db }: Database, now: Date = new Date()): Promise<void> {
  const due = await checkedRows(
    db,
    AccountRow,
    sql`
    select customer_account as account from crm.duplicate_scans
    where finished_at is null or finished_at < ${now}::timestamptz - ${scanDays} * interval '1 day'
    order by finished_at nulls first limit ${maxScans}`,
  );
  for (const { account } of due)
    await inAccount(db, account, (trx) =>
      sendLater(trx, duplicatesTask, { account }, { key: `${duplicatesTask} ${account}` }),
    );
}

/** Compares what an import brought, once it is there for all to see. */
export function compareImported(trx: Trx, account: string, import_id: number): Promise<void> {
  return sendLater(trx, duplicatesTask, { account, import_id });
}

/** The job; it may run twice. */
export function duplicateTasks({ db }: Database): Tasks {
  return {
    async [duplicatesTask](payload) {
      const account = String(payload.account);
      const file = payload.import_id === undefined ? null : Number(payload.import_id);
      for (const kind of duplicateKinds) {
        let last: number | undefined = 0;
        while (last !== undefined) {
          const after: number = last;
          last = await inAccount(db, account, async (trx) => {
            if (await hasEnough(trx, account)) return undefined;
            const ids = await listIds(trx, account, { kind, after, file });
            await updatePairs(trx, account, kind, ids);
            return ids.length < batch ? undefined : ids.at(-1);
          });
        }
      }
      if (file !== null) return;
      await inAccount(db, account, (trx) => sweepPairs(trx, account));
      await sql`
          insert into crm.duplicate_scans (customer_account, finished_at) values (${account}, now())
          on conflict (customer_account) do update set finished_at = now()`.execute(db);
    },
  };
}

/** Pairs of records that are gone. */
async function sweepPairs(trx: Trx, account: string): Promise<void> {
  const there = (column: string) => sql`exists (select from crm.records l
    where l.customer_account = p.customer_account and l.id = ${sql.ref(column)})`;
  await sql`
    delete from crm.duplicate_pairs p
    where p.customer_account = ${account} and not (${there("p.first_id")} and ${there("p.second_id")})`.execute(trx);
}

const OpenRow = z.object({ open: z.number() });

async function hasEnough(trx: Trx, account: string): Promise<boolean> {
  const found = await checkedRow(
    trx,
    OpenRow,
    sql`select count(*)::int as open from (select 1 from crm.duplicate_pairs
      where customer_account = ${account} and state = 'open' limit ${sql.lit(maxOpenPairs)}) p`,
  );
  return (found?.open ?? 0) >= maxOpenPairs;
}

type IdRange = { kind: string; after: number; file: number | null };

async function listIds(trx: Trx, account: string, { kind, after, file }: IdRange): Promise<number[]> {
  const brought =
    file === null
      ? sql`true`
      : sql`(l.import_id = ${file} or l.id in (select record_id from crm.import_replaced
          where customer_account = ${account} and import_id = ${file}))`;
  const found = await checkedRows(
    trx,
    IdRow,
    sql`select l.id from crm.records l where l.customer_account = ${account} and l.kind = ${kind} and l.id > ${after}
      and l.converted_at is null and ${brought} order by l.id limit ${sql.lit(batch)}`,
  );
  return found.map(({ id }) => id);
}
