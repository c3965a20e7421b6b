import { sql } from "kysely";
import { z } from "zod";
import { finishedKinds } from "../../../rules/survey/after-records";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";

const AfterRecordRow = z.object({ kind: z.enum(finishedKinds), record: z.number() });

/** What a session is asked after; null: nothing. */
export async function findAfterRecord(trx: Trx, account: string, session: number) {
  const found = await checkedRow(
    trx,
    AfterRecordRow,
    sql`select i.after_kind as kind, r.record from survey.sessions x
      join survey.instances i on i.customer_account = x.customer_account and i.id = x.instance_id
      join survey.after_records r on r.customer_account = x.customer_account and r.msisdn = x.msisdn
        and r.msisdn <> '' and r.instance_id = x.instance_id and r.outcome = 'asked' and r.at <= x.begun_at
      where x.customer_account = ${account} and x.id = ${session} order by r.at desc limit 1`,
  );
  return found ?? null;
}
