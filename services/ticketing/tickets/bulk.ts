import type { z } from "zod";
import type { BulkChange } from "../contract.forms";
import { type Act, attempt } from "../desk/act";
import { changeTicket } from "./change";
import { destroyTicket, restoreTicket } from "./gone";
import { changeGroups, changePeople } from "./people";

type Change = z.output<typeof BulkChange>;

/** Changes many tickets in the order of their ids, so that two who do it wait for each other instead of for ever. */
export async function bulkChange(act: Act, ids: readonly number[], change: Change) {
  const changed: number[] = [];
  const refused: { id: number; reason: string }[] = [];
  let unchanged = 0;
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    await attempt(
      act,
      async () => {
        if (await changeOne(act, id, change)) changed.push(id);
        else unchanged++;
      },
      ({ message }) => void refused.push({ id, reason: message }),
    );
  }
  return { changed, unchanged, refused };
}

async function changeOne(act: Act, id: number, change: Change): Promise<boolean> {
  if (change.delete) {
    await destroyTicket(act, id);
    return true;
  }
  if (change.restore) {
    await restoreTicket(act, id);
    return true;
  }
  const { status, stage_id, priority_id, type_id, disposition_id } = change;
  const given = Object.entries({ status, stage_id, priority_id, type_id, disposition_id });
  const fields = await changeTicket(act, id, Object.fromEntries(given.filter(([, value]) => value !== undefined)));
  const people = await changePeople(act, id, { add: change.add_members, remove: change.remove_members });
  const groups = await changeGroups(act, id, change.add_groups, change.remove_groups);
  return fields.length > 0 || people || groups;
}
