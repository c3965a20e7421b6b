import { sql } from "kysely";
import type { finishedCalls } from "../../kit/contract.finished";
import { eventInstant } from "../../kit/customer";
import type { Trx } from "../../kit/database";
import { type FinishedRange, FinishedRow, finishedPage, inFinishedRange, oldestFinished } from "../../kit/finished";
import { checkedRows } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";

/** When it was resolved; one that is closed at once is resolved with it, and opening it again clears this. */
const at = sql.ref("t.resolved_at");
const record = sql.ref("t.id");

/** Tickets that are resolved or closed, neither deleted nor merged ones. */
export function finishedHandlers({
  read,
}: TicketingContext): Pick<Handlers<typeof ticketing.calls>, keyof typeof finishedCalls> {
  return {
    async finished({ body }, { account }) {
      const found = await read(account, (trx) => listFinished(trx, account, body));
      return { status: 200, body: finishedPage(found) };
    },
  };
}

/** Those of a range, oldest first, with one more than an answer has. */
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
