import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";

/** The job that counts every open ticket of an account anew. */
export const recountTask = "ticketing.recount";

/** After a change of policies, hours, holidays or stages; many changes in a row are one job. */
export async function recountLater(trx: Trx, account: string): Promise<void> {
  await sendLater(trx, recountTask, { account }, { key: `${recountTask} ${account}` });
}
