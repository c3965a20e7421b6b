import { sql } from "kysely";
import { eventInstant } from "../../kit/customer";
import type { Trx } from "../../kit/database";
import { type FinishedRange, FinishedRow, inFinishedRange, oldestFinished } from "../../kit/finished";
import { checkedRows } from "../../kit/row-schema";

const [at, record] = [sql.ref("s.created_at"), sql.ref("s.id")];

/** Sales by when they were recorded, with their contact; without those taken back. */
export function listFinished(trx: Trx, account: string, range: FinishedRange): Promise<FinishedRow[]> {
  return checkedRows(
    trx,
    FinishedRow,
    sql`select s.id as record, ${eventInstant(at)} as at, array[r.phone] as phones, coalesce(r.name, '') as name
      from crm.sales s
      left join crm.records r on r.customer_account = s.customer_account and r.id = s.contact_id
      where s.customer_account = ${account} and s.removed_at is null and ${inFinishedRange(range, at, record)}
      ${oldestFinished(at, record)}`,
  );
}
