import { sql } from "kysely";
import { json } from "../../kit/rows";
import type { UnitOfWork } from "../workspace/unit-of-work";
import type { Arrival } from "./receive";

export function tellsOfThemselves({ name, email, msisdn, fields }: Arrival["sender"]): boolean {
  return name !== "" || email !== "" || msisdn !== "" || Object.keys(fields).length > 0;
}

/** What a visitor told on the way in, kept with a conversation that runs already. */
export async function enrich({ trx, account, now }: UnitOfWork, id: number, { sender, page }: Arrival): Promise<void> {
  const { name, email, msisdn, fields } = sender;
  await sql`
    update chat.contacts set name = case when name = '' then ${name} else name end,
      email = case when email = '' then ${email} else email end, msisdn = coalesce(msisdn, nullif(${msisdn}, '')),
      form = form || ${json(fields)} ${page ? sql`, page = ${json(page)}` : sql``}, updated_at = ${now}
    where customer_account = ${account} and contact_id = ${id}`.execute(trx);
}
