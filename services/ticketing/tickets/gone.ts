import { sql } from "kysely";
import { HttpError } from "../../kit/serve";
import { recalculateClocks } from "../clocks/recalculate";
import { remember } from "../records/history";
import { lockTicket, touch } from "../records/lock";
import { purgeLater } from "../records/purge";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** Days for which a deleted ticket can be brought back. */
export const keptDays = 30;

/** Deletes a ticket, to be brought back for a while; its clocks stand still meanwhile. @throws HttpError 404, 409 */
export async function destroyTicket(unit: UnitOfWork, id: number): Promise<void> {
  const ticket = await lockTicket(unit, id, { gone: true });
  if (ticket.deleted_at) throw new HttpError(404, "There is no such ticket.");
  await sql`
    update ticketing.tickets set deleted_at = ${unit.now}, deleted_by = ${unit.by.name}
    where customer_account = ${unit.account} and id = ${id}`.execute(unit.trx);
  await remember(unit, id, await touch(unit, id), [{ action: "deleted", words: "Deleted" }]);
  await purgeLater(unit.trx, unit.account, id, new Date(unit.now.getTime() + keptDays * 86_400_000));
  await recalculateClocks(unit.trx, unit.account, id, unit.now);
}

/** @throws HttpError 404 when it is not deleted, or too long ago */
export async function restoreTicket(unit: UnitOfWork, id: number): Promise<void> {
  const ticket = await lockTicket(unit, id, { gone: true });
  if (!ticket.deleted_at || ticket.deleted_at.getTime() < unit.now.getTime() - keptDays * 86_400_000)
    throw new HttpError(404, "There is no deleted ticket of this number.");
  await sql`
    update ticketing.tickets set deleted_at = null, deleted_by = null
    where customer_account = ${unit.account} and id = ${id}`.execute(unit.trx);
  await remember(unit, id, await touch(unit, id), [{ action: "restored", words: "Restored" }]);
  await recalculateClocks(unit.trx, unit.account, id, unit.now);
}
