import { sql } from "kysely";
import { eventInstant } from "../../kit/customer";
import type { Trx } from "../../kit/database";
import { type FinishedRange, FinishedRow, inFinishedRange, oldestFinished } from "../../kit/finished";
import { checkedRows } from "../../kit/row-schema";

/** When it was resolved; one that is closed at once is resolved with it, and opening it again clears this. */
const at = sql.ref("t.resolved_at");
const record = sql.ref("t.id");

/** Tickets that are resolved or closed, neither deleted nor merged ones. */
export function listFinished(trx: Trx, account: string, range: FinishedRange): Promise<FinishedRow[]> {
  return checkedRows(
    trx,
    FinishedRow,
    sql`select t.id as record, ${eventInstant(at)} as at, array[t.customer_phone] as phones, t.customer_name as name
      from ticketing.tickets t
      where t.customer_account = ${account} and t.deleted_at is null and t.merged_into is null
        and t.status in ('resolved', 'closed') and ${inFinishedRange(range, at, record)}
      ${oldestFinished(at, record)}`,
  );
}
