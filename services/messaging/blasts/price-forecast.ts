import { type Database, readAccount } from "../../kit/database";
import { findRateLimit } from "../connectors/settings";
import type { Price } from "../contract.price";
import { usableKind } from "../senders/shared";
import type { Form } from "./create";
import { type BlastDeps, currentTime } from "./deps";
import { forecast } from "./forecast";
import { blastHours, loadBlastSettings, nextOpening } from "./settings";

/** When a form would leave and about when it would end, if it were confirmed now. */
export async function loadForecast(
  { db }: Database,
  deps: BlastDeps,
  account: string,
  { sender, kind, send_at }: Form,
  { recipients, parts }: Price,
): Promise<NonNullable<Price["forecast"]>> {
  const [settings, kindOfSender] = await readAccount(db, account, async (trx) => [
    await loadBlastSettings(trx, account),
    await usableKind(trx, account, sender, deps),
  ]);
  const { timeZone } = settings;
  const now = currentTime(deps);
  const asked = send_at !== null && new Date(send_at) > now ? new Date(send_at) : undefined;
  const hours = blastHours(settings, { promotional: kindOfSender === "promotional", kind, recipients });
  const leaves = nextOpening(asked ?? now, hours, timeZone) ?? asked;
  const perSecond = await findRateLimit({ db }, deps.rateLimit ?? 0);
  const { ends, waiting } = forecast({
    messages: recipients,
    parts,
    perSecond,
    leaves: leaves ?? now,
    hours,
    timeZone,
  });
  return { leaves_at: leaves?.toISOString() ?? null, ends_at: ends?.toISOString() ?? null, waiting };
}
