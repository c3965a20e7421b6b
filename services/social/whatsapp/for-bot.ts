import { parseWish } from "../../../rules/keywords";
import type { Item } from "../../connectors/message";

type MessageItem = Extract<Item, { kind: "message" }>;

/**
 * Who is offered what a customer wrote on WhatsApp, in this order: opt-outs, a survey that is open with the customer, the
 * bot of the number, the inbox. A message stands in its conversation whoever takes it. This says whether the bot may have
 * one that a survey did not take: someone who opts out is never answered by a machine, and our own words are no question.
 */
export function isForBot({ echo, text }: Pick<MessageItem, "echo" | "text">): boolean {
  return !echo && parseWish(text)?.wish !== "stop";
}
