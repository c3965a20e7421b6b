import { sql } from "kysely";
import { z } from "zod";
import { kindWords, recordKinds } from "../../../rules/crm";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { publishNotices } from "../../kit/notices";
import { AccountRow, checkedRows } from "../../kit/row-schema";

/** Records of an account that are told of at once; the others follow in the next round. */
const maxAtOnce = 500;

/** Tells each sales manager, once, of records that nobody has touched for longer than their stage allows. */
export async function remindOfRotting({ db }: Database, now: Date = new Date()): Promise<void> {
  const accounts = await checkedRows(
    db,
    AccountRow,
    sql`
    select customer_account as account from crm.rotting_accounts order by 1`,
  );
  for (const { account } of accounts) await inAccount(db, account, (trx) => remindIn(trx, account, now));
}

const Rotting = z.object({
  id: z.number(),
  kind: z.enum(recordKinds),
  user_id: z.string(),
  active_at: z.date(),
  stage: z.string(),
});

async function remindIn(trx: Trx, account: string, now: Date): Promise<void> {
  const told = await checkedRows(
    trx,
    Rotting,
    sql`update crm.records l set rot_told_at = ${now} from crm.stages s
      where l.customer_account = ${account} and s.customer_account = l.customer_account and s.id = l.stage_id
        and l.id in (
          select r.id from crm.records r join crm.stages t on t.customer_account = r.customer_account and t.id = r.stage_id
          where r.customer_account = ${account} and t.rot_days is not null and t.category not in ('won', 'lost')
            and r.converted_at is null and r.sales_manager_id is not null
            and r.active_at < ${now}::timestamptz - t.rot_days * interval '1 day'
            and (r.rot_told_at is null or r.rot_told_at < r.active_at)
          order by r.active_at limit ${maxAtOnce} for update of r skip locked)
      returning l.id, l.kind, l.sales_manager_id as user_id, l.active_at, s.name as stage`,
  );
  await publishNotices(
    trx,
    account,
    told.map(({ id, kind, user_id, active_at, stage }) => ({
      ...{ kind: `${kind} waiting` as const, subject: id, users: [user_id] },
      key: `record-waiting:${id}:${active_at.getTime()}`,
      words: `A ${kindWords[kind][0]} of yours has waited in ${stage} longer than the stage allows.`,
    })),
  );
}
