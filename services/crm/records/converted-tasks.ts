import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { bigints } from "../../kit/rows";

/** The tasks about a lead that is converted go to what it became. */
export async function moveToConverted(trx: Trx, account: string, lead: number, to: number): Promise<void> {
  await sql`
    update crm.tasks set record_id = ${to}, lead_id = ${lead}
    where customer_account = ${account} and record_id = ${lead}`.execute(trx);
}

/** Back to the lead, with what was added since to the records that are taken back: nothing typed is lost. */
export async function moveBackToLead(trx: Trx, account: string, lead: number, made: readonly number[]): Promise<void> {
  await sql`
    update crm.tasks set record_id = ${lead}, lead_id = null
    where customer_account = ${account} and (lead_id = ${lead} or record_id = any(${bigints(made)}))`.execute(trx);
}
