import { type Quality, qualities, stopsSending } from "../../../rules/whatsapp/numbers";
import { type Database, inAccount } from "../../kit/database";
import type { WhatsappDeps } from "../deps";
import { stopForQuality } from "../stop";
import { noteFault, numberRow, saveHealth } from "./store";

/** Meta's word for a quality; what it does not say is unknown. */
export function parseQuality(said: string): Quality {
  const found = qualities.find((one) => one === said.toUpperCase());
  return found ?? "UNKNOWN";
}

/**
 * Asks Meta how a number stands, and keeps it.
 * @returns the words of what went wrong, or ""
 */
export async function refreshHealth(
  { db }: Pick<Database, "db">,
  deps: WhatsappDeps,
  account: string,
  channel: number,
): Promise<string> {
  const answer = await deps.clientsOfAccount(account).social.whatsappHealth({ params: { id: channel } });
  if (answer.status !== 201) {
    const fault = answer.body.message.slice(0, 500);
    if (answer.status !== 404) await inAccount(db, account, (trx) => noteFault(trx, account, channel, fault));
    return fault;
  }
  const { shown, quality, ...told } = answer.body;
  const digits = shown.replace(/\D/g, "");
  const health = { ...told, channel_id: channel, digits, quality: parseQuality(quality) };
  await inAccount(db, account, async (trx) => {
    const before = await numberRow(trx, account, channel);
    await saveHealth(trx, account, health);
    if (stopsSending(health.quality) && before?.quality !== health.quality) await stopForQuality(trx, account, channel);
  });
  return "";
}
