import { commas } from "../../../rules/format";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import { findRateLimit } from "../connectors/settings";
import { announce } from "./announce";
import type { BlastDeps } from "./deps";
import { lockBlast } from "./moves";

type NewSpeed = { speed: number | null; by: ActivityActor };

/** Sends the rest of a blast slower or faster, within what the link can; null: as fast as it goes. */
export async function setSpeed(
  { db }: Database,
  deps: BlastDeps,
  account: string,
  blast: number,
  { speed, by }: NewSpeed,
): Promise<void> {
  const limit = await findRateLimit({ db }, deps.rateLimit ?? 0);
  if (speed !== null && limit > 0 && speed > limit)
    throw new HttpError(422, "Please correct the marked fields.", {
      speed: [`The link to the networks takes at most ${commas(limit)} parts a second.`],
    });
  await inAccount(db, account, async (trx) => {
    const { status } = await lockBlast(trx, account, blast);
    if (status !== "scheduled" && status !== "sending" && status !== "paused")
      throw new HttpError(409, "Only a blast that is scheduled or being sent has a speed.");
    const queued = await trx
      .selectFrom("messaging.queue")
      .select("speed")
      .where("customer_account", "=", account)
      .where("blast_id", "=", blast)
      .executeTakeFirst();
    if (!queued || queued.speed === speed) return;
    await trx
      .updateTable("messaging.queue")
      .set({ speed, paced_by: null })
      .where("customer_account", "=", account)
      .where("blast_id", "=", blast)
      .execute();
    await recordActivity(trx, account, by, {
      action: "Sending speed changed",
      description: `Blast ${blast}: ${sayChange(queued.speed)} before, ${sayChange(speed)} now.`,
      subject: "blast",
      subject_id: String(blast),
    });
    await announce(trx, account, blast, status);
  });
}

function sayChange(speed: number | null): string {
  return speed === null ? "full speed" : `${commas(speed)} parts a second`;
}
