import type { z } from "zod";
import type { BulkChange } from "../contract.forms";
import { attempt, type UnitOfWork } from "../workspace/unit-of-work";
import { changeTicket } from "./change";
import { destroyTicket, restoreTicket } from "./gone";
import { changeGroups, changePeople } from "./people";

type Change = z.output<typeof BulkChange>;

/** Changes many tickets in the order of their ids, so that two who do it wait for each other instead of for ever. */
export async function bulkChange(unit: UnitOfWork, ids: readonly number[], change: Change) {
  const changed: number[] = [];
  const refused: { id: number; reason: string }[] = [];
  let unchanged = 0;
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    await attempt(
      unit,
      async () => {
        if (await changeOne(unit, id, change)) changed.push(id);
        else unchanged++;
      },
      ({ message }) => void refused.push({ id, reason: message }),
    );
  }
  return { changed, unchanged, refused };
}

async function changeOne(unit: UnitOfWork, id: number, change: Change): Promise<boolean> {
  if (change.delete) {
    await destroyTicket(unit, id);
    return true;
  }
  if (change.restore) {
    await restoreTicket(unit, id);
    return true;
  }
  const { status, stage_id, priority_id, type_id, disposition_id } = change;
  const given = Object.entries({ status, stage_id, priority_id, type_id, disposition_id });
  const fields = await changeTicket(unit, id, Object.fromEntries(given.filter(([, value]) => value !== undefined)));
  const people = await changePeople(unit, id, { add: change.add_members, remove: change.remove_members });
  const groups = await changeGroups(unit, id, change.add_groups, change.remove_groups);
  return fields.length > 0 || people || groups;
}
