import { parseWish } from "../../../rules/keywords";
import type { Item } from "../../connectors/message";
import { inAccount } from "../../kit/database";
import { storeFile } from "../files";
import { RetryLater, type Taking } from "../taking";
import { tellWish } from "./tell";
import { noteWindow } from "./windows";

type MessageItem = Extract<Item, { kind: "message" }>;

/** One who may take a message of a customer's. Answers what it did, in words; undefined: the next one is asked. */
type Consumer = (given: Taking, item: MessageItem) => Promise<string | undefined>;

/**
 * Who is asked, in this order; what none of them takes goes to the inbox, and there to the bot of the number first
 * (`for-bot.ts`). Each may be given the same message again.
 */
const consumers: readonly Consumer[] = [optOut, survey];

/** Offers a message that came on WhatsApp to those who come before the inbox. @throws RetryLater, Error */
export async function offerMessage(given: Taking, item: MessageItem): Promise<string | undefined> {
  const { db, account, row } = given;
  const { external_id } = item.sender;
  await inAccount(db, account, (trx) => noteWindow(trx, account, row.id, { external_id, at: item.at }));
  for (const consumer of consumers) {
    const words = await consumer(given, item);
    if (words !== undefined) return words;
  }
  return undefined;
}

/** A wish about marketing is kept, and the message goes on: to the survey that it ends, or to the inbox. */
async function optOut(given: Taking, item: MessageItem): Promise<undefined> {
  await tellWish(given, item.sender.msisdn, item.text);
}

/** The survey that is open with the number. Its answers open no conversation. */
async function survey(given: Taking, item: MessageItem): Promise<string | undefined> {
  const { deps, account, row } = given;
  const { sender, provider_id, at, text, meta, media } = item;
  if (sender.msisdn === "") return undefined;
  const { payload } = meta;
  const message = {
    ...{ number_id: row.id, msisdn: sender.msisdn, provider_id, at, text },
    tap: typeof payload === "string" ? payload.slice(0, 300) : "",
    file_name: media ? (media.name || "A file").slice(0, 200) : "",
    stop: parseWish(text)?.wish === "stop",
  };
  const { survey: service } = deps.clientsOfAccount(account);
  const first = await service.takeWhatsapp({ body: message });
  if (first.status !== 201) {
    if (given.tries < patience) throw new RetryLater(first.body.message);
    // Surveys are away for long: no message of a customer's is lost for that.
    return undefined;
  }
  if (!first.body.taken) return undefined;
  if (media && first.body.fetch_file) {
    const kept = await storeFile(given, account, row, { media, provider_id });
    if ("later" in kept && given.tries < patience) throw new RetryLater(kept.later);
    const file = "file" in kept ? { file: { id: kept.file.id, name: kept.file.name } } : {};
    const file_fault =
      "file" in kept ? "" : ("failed" in kept ? kept.failed : kept.later).slice(0, 500) || "No file came.";
    const again = await service.takeWhatsapp({ body: { ...message, ...file, file_fault } });
    if (again.status !== 201) throw new RetryLater(again.body.message);
    if (!again.body.taken) return undefined;
  }
  return "An answer to a survey.";
}

/** After so many tries a reply is taken without its file, or goes to the inbox. */
const patience = 4;
