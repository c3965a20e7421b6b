import { recordActivity } from "../../kit/activities";
import { activityActor, type VoiceUnitOfWork } from "../workspace/context";

/** Writes into the account's activities what was done to a sound. */
export function noteSound(
  unit: VoiceUnitOfWork,
  action: "Sound made from a text" | "Sound changed",
  description: string,
  id: number,
): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    ...{ action, description, subject: "sound", subject_id: String(id) },
  });
}
