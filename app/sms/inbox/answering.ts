import type { SenderChoice } from "../../kit/compose/channel";

/** The sender of an answer: the number that the person wrote to, so that they can answer again, when it is ours to use. */
export function answeringSender(senders: readonly SenderChoice[], wroteTo: string | undefined): string | undefined {
  const bare = (address: string) => address.replace(/^\+/, "");
  if (!wroteTo) return undefined;
  return senders.find(({ sender, status }) => status === "approved" && bare(sender) === bare(wroteTo))?.sender;
}
