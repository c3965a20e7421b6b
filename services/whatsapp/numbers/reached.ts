import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";

const ReachedRow = z.object({ msisdn: z.string(), at: z.date() });

/** The customers that the numbers of a business reached in the last 24 hours, the longest ago first. */
export function listReached(trx: Trx, account: string, business_id: string): Promise<{ msisdn: string; at: Date }[]> {
  return checkedRows(
    trx,
    ReachedRow,
    sql`select msisdn, at from whatsapp.reached where customer_account = ${account} and business_id = ${business_id}
      and at > now() - interval '1 day' order by at`,
  );
}
