import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { rows } from "../desk/act";

/** The supervisors of a ticket's groups; of a ticket without a group, those of every group. */
export async function supervisorsOf(trx: Trx, account: string, ticket: number): Promise<string[]> {
  const found = await rows<{ user_id: string }>(
    trx,
    sql`
    select distinct m.user_id from ticketing.group_members m
    where m.customer_account = ${account} and m.role = 'supervisor'
      and (m.group_id in (select group_id from ticketing.ticket_groups where customer_account = ${account} and ticket_id = ${ticket})
        or not exists (select from ticketing.ticket_groups where customer_account = ${account} and ticket_id = ${ticket}))`,
  );
  return found.map(({ user_id }) => user_id);
}
