import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { row } from "../../kit/rows";
import type { CallCentreSettings } from "../contract.supervisor";

/** How the account's call centre works. */
export async function loadSettings(trx: Trx, account: string): Promise<CallCentreSettings> {
  const found = await row<CallCentreSettings>(
    trx,
    sql`select wrap_up_seconds, target_seconds, target_percent, require_disposition, recording, recording_days, time_zone
      from voice.settings where customer_account = ${account}`,
    { batched: true },
  );
  if (!found) throw new Error("the account has no settings of its call centre");
  return found;
}
