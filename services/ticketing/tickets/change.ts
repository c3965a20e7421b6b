import type { TicketField } from "../contract.forms";
import { lockTicket } from "../records/lock";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { applyChange, changeEvents } from "./apply";
import type { Change } from "./write";

/** Changes a ticket and wakes the rules for it. Answers the fields that were changed. */
export async function changeTicket(
  unit: UnitOfWork,
  id: number,
  change: Change,
  version?: number,
): Promise<TicketField[]> {
  const before = await lockTicket(unit, id);
  const fields = await applyChange(unit, id, change, version);
  if (fields.length > 0) {
    const after = await lockTicket(unit, id);
    await unit.wake(unit, id, changeEvents(before, after, fields));
  }
  return fields;
}
