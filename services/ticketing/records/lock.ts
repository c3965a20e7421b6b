import { sql } from "kysely";
import { z } from "zod";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { TicketRow } from "./tickets";

/** The ticket, its row locked until the commit. @throws HttpError 404, and 409 when it is merged or deleted */
export async function lockTicket(unit: UnitOfWork, id: number, even: { gone?: boolean } = {}): Promise<TicketRow> {
  const { trx, account } = unit;
  const found = await checkedRow(
    trx,
    TicketRow,
    sql`select * from ticketing.tickets where customer_account = ${account} and id = ${id} for update`,
  );
  if (!found) throw new HttpError(404, "There is no such ticket.");
  if (!even.gone && found.deleted_at) throw new HttpError(409, "This ticket was deleted. Restore to change it.");
  if (!even.gone && found.merged_into)
    throw new HttpError(409, `This ticket was merged into #${found.merged_into}. Change that one, or un-merge it.`);
  return found;
}

const VersionRow = z.object({ version: z.number() });

/** A change beside the fields: a version more, and told to those who look. Answers the version. */
export async function touch(unit: UnitOfWork, id: number): Promise<number> {
  const [found] = await checkedRows(
    unit.trx,
    VersionRow,
    sql`
    update ticketing.tickets set version = version + 1, updated_at = ${unit.now}
    where customer_account = ${unit.account} and id = ${id} returning version`,
  );
  unit.changed.add(id);
  return found?.version ?? 1;
}
