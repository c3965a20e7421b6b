import { setPriority } from "../contacts/priority";
import type { ContactChanges } from "../contract.bulk";
import { labelContact } from "../labels/store";
import { mustLock } from "../records/contacts";
import { end, handOver } from "../routing/moves";
import { giveToTeam } from "../routing/team-queue";
import { snooze } from "../snooze/snooze";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** Makes all of the changes to one conversation, or none. @throws HttpError 404, 422; ConflictError 406, 409 */
export async function changeContact(unit: UnitOfWork, id: number, changes: ContactChanges): Promise<void> {
  const { participant_id: agent, team_id, add_label, remove_label, priority, until } = changes;
  // Before any row: some of these take it, and it is taken first.
  await lockAccount(unit);
  const before = await mustLock(unit, id);
  if (add_label !== undefined || remove_label !== undefined) {
    const listed = (label: number | undefined) => (label === undefined ? [] : [label]);
    await labelContact(unit, id, { add: listed(add_label), remove: listed(remove_label) });
  }
  if (priority !== undefined) await setPriority(unit, id, priority);
  // Whose it is already keeps it.
  if (agent !== undefined && (before.participant_id !== agent || !before.opened)) await handOver(unit, id, agent);
  if (team_id !== undefined) await giveToTeam(unit, id, team_id);
  if (until !== undefined) await snooze(unit, id, until);
  if (changes.end) await end(unit, id);
}
