import type { Item } from "../../connectors/message";
import type { Taking } from "../incoming";
import { tellWish } from "./tell";

type MessageItem = Extract<Item, { kind: "message" }>;

/** Takes what a customer wrote, or leaves it to those behind. Safe when the same message comes again. */
type Consumer = (given: Taking, item: MessageItem) => Promise<boolean>;

/** A customer who wants no more messages is not answered by a machine; one who wants them again goes on. */
const optOut: Consumer = async (given, { sender, text }) => (await tellWish(given, sender.msisdn, text)) === "out";

/**
 * Who is offered what a customer wrote on WhatsApp, in this order: opt-outs, surveys; what no one takes is the bot's of the
 * number (`for_bot` of chat's `receive`), and what the bot does not answer is a person's, in the inbox. A message stands in
 * its conversation whoever takes it.
 */
const consumers: readonly Consumer[] = [optOut];

/** Whether one of those before the bot takes it. @throws Error when a service is away: it is looked at again */
export async function isTaken(given: Taking, item: MessageItem): Promise<boolean> {
  for (const takes of consumers) if (await takes(given, item)) return true;
  return false;
}
