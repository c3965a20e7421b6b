import { type ActivityOf, activityActor, recordActivity } from "../kit/activities";
import { type Database, inAccount, type Trx } from "../kit/database";
import type { Person, Service } from "../kit/principal";

/** Who makes the call, on whose account. */
type Caller = { account: string; who: Person | Service; address: string };

export type Done = "added" | "changed" | "deleted";

/** A change with its line in the activities of the account, both or neither. */
export function recordChange<T extends { id: number }>(
  db: Database["db"],
  caller: Caller,
  about: ActivityOf<"webchat application" | "mobile app" | "webchat question" | "webchat category">,
  change: (trx: Trx) => Promise<T>,
  nameOf: (row: NoInfer<T>) => string,
): Promise<T> {
  return inAccount(db, caller.account, async (trx) => {
    const row = await change(trx);
    await recordActivity(trx, caller.account, activityActor(caller), {
      ...about,
      description: `${about.action}: ${nameOf(row)}`,
      subject_id: String(row.id),
    });
    return row;
  });
}
