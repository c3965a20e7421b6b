import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { rows } from "../../kit/rows";

/** The customers that the numbers of a business reached in the last 24 hours, the longest ago first. */
export function listReached(trx: Trx, account: string, business_id: string): Promise<{ msisdn: string; at: Date }[]> {
  return rows<{ msisdn: string; at: Date }>(
    trx,
    sql`select msisdn, at from whatsapp.reached where customer_account = ${account} and business_id = ${business_id}
      and at > now() - interval '1 day' order by at`,
  );
}
