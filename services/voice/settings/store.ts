import { sql } from "kysely";
import { z } from "zod";
import { recordingModes } from "../../../rules/outbound";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { CallCentreSettings } from "../contract.supervisor";

const SettingsRow = z.object({
  wrap_up_seconds: z.number(),
  target_seconds: z.number(),
  target_percent: z.number(),
  require_disposition: z.boolean(),
  recording: z.enum(recordingModes),
  recording_days: z.number(),
  time_zone: z.string(),
});

/** How the account's call centre works. */
export async function loadSettings(trx: Trx, account: string): Promise<CallCentreSettings> {
  const found = await checkedRow(
    trx,
    SettingsRow,
    sql`select wrap_up_seconds, target_seconds, target_percent, require_disposition, recording, recording_days, time_zone
      from voice.settings where customer_account = ${account}`,
    { batched: true },
  );
  if (!found) throw new Error("the account has no settings of its call centre");
  return found;
}
