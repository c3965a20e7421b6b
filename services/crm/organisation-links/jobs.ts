import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { AccountRow, checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { linkByCompany, unlink } from "./link";

/** The job that makes organisations of what the records of an account, or of one import, say as their company. */
export const linkTask = "crm.link-organisations";

/** Records that are linked in one transaction. */
const batch = 1_000;
/** Accounts whose records are begun with in one round. */
const maxScans = 20;

/** Begins with the accounts that had contacts before there were organisations. */
export async function queueOrganisationScans({ db }: Database): Promise<void> {
  const due = await checkedRows(
    db,
    AccountRow,
    sql`
    select customer_account as account from crm.organisation_scans where finished_at is null
    order by customer_account limit ${maxScans}`,
  );
  for (const { account } of due)
    await inAccount(db, account, (trx) => sendLater(trx, linkTask, { account }, { key: `${linkTask} ${account}` }));
}

/** Links what an import brought, once it is there for all to see. */
export function linkImported(trx: Trx, account: string, import_id: number): Promise<void> {
  return sendLater(trx, linkTask, { account, import_id });
}

/** The job; it may run twice. Contacts come first, as a deal without a company belongs where its contact does. */
export function organisationTasks({ db }: Database): Tasks {
  return {
    async [linkTask](payload) {
      const account = String(payload.account);
      if (payload.import_id !== undefined) return linkImport(db, account, Number(payload.import_id));
      for (const kind of ["contact", "deal"]) {
        let last: number | undefined = 0;
        while (last !== undefined) {
          const after: number = last;
          last = await inAccount(db, account, async (trx) => {
            const ids = await listIds(trx, account, kind, after);
            await linkByCompany(trx, account, ids, { by: "" });
            return ids.length < batch ? undefined : ids.at(-1);
          });
        }
      }
      await sql`update crm.organisation_scans set finished_at = now() where customer_account = ${account}`.execute(db);
    },
  };
}

async function listIds(trx: Trx, account: string, kind: string, after: number): Promise<number[]> {
  const found = await checkedRows(
    trx,
    IdRow,
    sql`select l.id from crm.records l where l.customer_account = ${account} and l.kind = ${kind} and l.id > ${after}
      order by l.id limit ${sql.lit(batch)}`,
  );
  return found.map(({ id }) => id);
}

const ByRow = z.object({ by: z.string() });

const RecordMove = z.object({ id: z.number(), moved: z.boolean() });

/** New contacts, and those whose company the file changed: these leave the organisation they were in. */
async function linkImport(db: Database["db"], account: string, import_id: number): Promise<void> {
  let last: number | undefined = 0;
  while (last !== undefined) {
    const after: number = last;
    last = await inAccount(db, account, async (trx) => {
      const file = await checkedRow(
        trx,
        ByRow,
        sql`select created_by as by from crm.imports
          where customer_account = ${account} and id = ${import_id} and state = 'done' for share`,
      );
      if (!file) return undefined;
      const found = await checkedRows(
        trx,
        RecordMove,
        sql`select l.id, r.record_id is not null as moved from crm.records l
          left join crm.import_replaced r on r.customer_account = l.customer_account and r.record_id = l.id
            and r.import_id = ${import_id} and r.before->>'company' <> l.company
          where l.customer_account = ${account} and l.kind = 'contact' and l.id > ${after}
            and l.id in (
              select id from crm.records where customer_account = ${account} and import_id = ${import_id}
              union all
              select record_id from crm.import_replaced where customer_account = ${account} and import_id = ${import_id})
            and (r.record_id is not null or l.import_id = ${import_id})
          order by l.id limit ${sql.lit(batch)}`,
      );
      const ids = found.map(({ id }) => id);
      await unlink(
        trx,
        account,
        found.flatMap(({ id, moved }) => (moved ? [id] : [])),
      );
      await linkByCompany(trx, account, ids, { by: file.by, import_id });
      return ids.length < batch ? undefined : ids.at(-1);
    });
  }
}
