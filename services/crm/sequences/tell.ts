import { activityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import type { CallContext } from "../../kit/serve";

type SequenceAction =
  | "Sequence added"
  | "Sequence changed"
  | "Sequence turned on"
  | "Sequence turned off"
  | "Sequence deleted"
  | "Sequence begun"
  | "Sequence paused"
  | "Sequence resumed"
  | "Sequence ended by hand";

/** Writes in the account's activities what a person did with a sequence. */
export function tellOfSequence(
  trx: Trx,
  caller: CallContext,
  id: number,
  action: SequenceAction,
  description: string,
): Promise<void> {
  return recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action, subject: "crm sequence", subject_id: String(id), description },
  });
}
