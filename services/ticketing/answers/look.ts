import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";

/** The job that looks what became of an SMS. */
export const smsTask = "ticketing.sms-state";
/** Seconds until it is looked at again, and again. */
const looks = [30, 120, 600, 3_600, 6 * 3_600, 24 * 3_600];

export async function lookLater(trx: Trx, account: string, comment: number, round: number, look = 0): Promise<void> {
  const seconds = looks[look];
  if (seconds === undefined) return;
  const at = new Date(Date.now() + seconds * 1_000);
  await sendLater(trx, smsTask, { account, comment, round, look }, { at });
}
