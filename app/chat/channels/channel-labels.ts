import type { Channel } from "../../../services/social/contract";
import type { Sample } from "../../../services/social/contract.forms";
import type { StatusKind } from "../../kit/ui/status";

type State = Channel["health"]["state"];

/** Health in a word, and how it is drawn. */
export const healthWords: Record<State, [kind: StatusKind, word: string]> = {
  good: ["good", "Connected"],
  waiting: ["info", "Waiting"],
  warn: ["warn", "Needs attention"],
  bad: ["bad", "Does not work"],
  off: ["none", "Off"],
};

/** What a rehearsal plays, and what one should then see. */
export const sampleWords: Record<Sample, [name: string, sees: string]> = {
  text: ["A text", "One message in one conversation."],
  album: ["An album of five at once", "Five messages in one conversation."],
  duplicate: ["The same message three times", "One message; the repeats do nothing."],
  "no number": ["A customer without a number", "A conversation that is known by the customer's id alone."],
  edit: ["A message that is edited", "One message with the corrected words."],
  unsupported: ["A message that can't be shown", "A placeholder is shown instead."],
  failure: ["A failure", "The message, or the customer, with the reason in words."],
};
