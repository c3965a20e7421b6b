import { sql } from "kysely";
import { Refused } from "../../kit/serve";
import { recalculateClocks } from "../clocks/recalculate";
import type { Act } from "../desk/act";
import { remember } from "../records/history";
import { lockTicket, touch } from "../records/lock";
import { purgeLater } from "../records/purge";

/** Days for which a deleted ticket can be brought back. */
export const keptDays = 30;

/** Deletes a ticket, to be brought back for a while; its clocks stand still meanwhile. @throws Refused 404, 409 */
export async function destroyTicket(act: Act, id: number): Promise<void> {
  const ticket = await lockTicket(act, id, { gone: true });
  if (ticket.deleted_at) throw new Refused(404, "There is no such ticket.");
  await sql`
    update ticketing.tickets set deleted_at = ${act.now}, deleted_by = ${act.by.name}
    where customer_account = ${act.account} and id = ${id}`.execute(act.trx);
  await remember(act, id, await touch(act, id), [{ action: "deleted", words: "Deleted" }]);
  await purgeLater(act.trx, act.account, id, new Date(act.now.getTime() + keptDays * 86_400_000));
  await recalculateClocks(act.trx, act.account, id, act.now);
}

/** @throws Refused 404 when it is not deleted, or too long ago */
export async function restoreTicket(act: Act, id: number): Promise<void> {
  const ticket = await lockTicket(act, id, { gone: true });
  if (!ticket.deleted_at || ticket.deleted_at.getTime() < act.now.getTime() - keptDays * 86_400_000)
    throw new Refused(404, "There is no deleted ticket of this number.");
  await sql`
    update ticketing.tickets set deleted_at = null, deleted_by = null
    where customer_account = ${act.account} and id = ${id}`.execute(act.trx);
  await remember(act, id, await touch(act, id), [{ action: "restored", words: "Restored" }]);
  await recalculateClocks(act.trx, act.account, id, act.now);
}
