import { sql } from "kysely";
import type { HeaderFile } from "../../../rules/whatsapp/header-files";
import { type Database, inAccount } from "../../kit/database";
import { currentTime, type WhatsappDeps } from "../deps";
import { stopBroadcasts } from "../stop";
import type { BroadcastRow } from "./store";

/** WhatsApp keeps a file for 30 days. One that it has for so many milliseconds is given to it again. */
const keptMs = 29 * 86_400_000;
/** Seconds until the next try where no one says. */
const pauseSeconds = 15;

/**
 * The file that a broadcast sends to everyone, as WhatsApp has it: given to it once for all recipients, and again when
 * the broadcast goes on so late that WhatsApp has it no longer. Where that can't be done the broadcast waits, or stops
 * with the reason. @returns undefined: it sends none; "not yet": nothing may leave now
 */
export async function giveFile(
  { db }: Pick<Database, "db">,
  deps: WhatsappDeps,
  account: string,
  broadcast: BroadcastRow,
): Promise<HeaderFile | undefined | "not yet"> {
  const { id, channel_id, file, media_id, media_at } = broadcast;
  if (!file) return undefined;
  const now = currentTime(deps);
  if (media_id && media_at && now.getTime() - media_at.getTime() < keptMs) return { id: media_id, name: file.name };
  const answer = await deps
    .clientsOfAccount(account)
    .social.keepWhatsappMedia({ params: { id: channel_id }, body: { file_id: file.id } })
    .catch(() => undefined);
  if (answer?.status === 404) return stop("The number is no longer connected.");
  if (answer?.status !== 201) return wait(pauseSeconds);
  const { kind, media_id: given, words = "", seconds = pauseSeconds } = answer.body;
  if (kind === "later") return wait(seconds);
  if (kind === "refused" || !given) return stop(`${file.name} could not be given to WhatsApp. ${words}`.trim());
  await inAccount(db, account, (trx) =>
    sql`update whatsapp.broadcasts set media_id = ${given}, media_at = ${now}
      where customer_account = ${account} and id = ${id}`.execute(trx),
  );
  return { id: given, name: file.name };

  async function stop(why: string): Promise<"not yet"> {
    await inAccount(db, account, (trx) => stopBroadcasts(trx, account, sql`b.id = ${id}`, why));
    return "not yet";
  }

  async function wait(least: number): Promise<"not yet"> {
    await inAccount(db, account, (trx) =>
      sql`update whatsapp.queue set due_at = now() + make_interval(secs => ${least})
        where broadcast_id = ${id} and customer_account = ${account}`.execute(trx),
    );
    return "not yet";
  }
}
