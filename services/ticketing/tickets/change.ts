import type { TicketField } from "../contract.forms";
import type { Act } from "../desk/act";
import { lockTicket } from "../records/lock";
import { applyChange, eventsOf } from "./apply";
import type { Change } from "./write";

/** Changes a ticket and wakes the rules for it. Answers the fields that were changed. */
export async function changeTicket(act: Act, id: number, change: Change, version?: number): Promise<TicketField[]> {
  const before = await lockTicket(act, id);
  const fields = await applyChange(act, id, change, version);
  if (fields.length > 0) {
    const after = await lockTicket(act, id);
    await act.wake(act, id, eventsOf(before, after, fields));
  }
  return fields;
}
