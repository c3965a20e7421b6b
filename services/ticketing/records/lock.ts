import { sql } from "kysely";
import { Refused } from "../../kit/serve";
import { type Act, row, rows } from "../desk/act";
import type { TicketRow } from "./tickets";

/** The ticket, its row locked until the commit. @throws Refused 404, and 409 when it is merged or deleted */
export async function lockTicket(act: Act, id: number, even: { gone?: boolean } = {}): Promise<TicketRow> {
  const { trx, account } = act;
  const found = await row<TicketRow>(
    trx,
    sql`select * from ticketing.tickets where customer_account = ${account} and id = ${id} for update`,
  );
  if (!found) throw new Refused(404, "There is no such ticket.");
  if (!even.gone && found.deleted_at) throw new Refused(409, "This ticket was deleted. Restore to change it.");
  if (!even.gone && found.merged_into)
    throw new Refused(409, `This ticket was merged into #${found.merged_into}. Change that one, or un-merge it.`);
  return found;
}

/** A change beside the fields: a version more, and told to those who look. Answers the version. */
export async function touch(act: Act, id: number): Promise<number> {
  const [found] = await rows<{ version: number }>(
    act.trx,
    sql`
    update ticketing.tickets set version = version + 1, updated_at = ${act.now}
    where customer_account = ${act.account} and id = ${id} returning version`,
  );
  act.touched.tickets.add(id);
  return found?.version ?? 1;
}
