import { carrierFooter } from "../../rules/keywords";

/** When promotional sender IDs deliver: the hours Safaricom keeps, and the service's own unless an account differs. */
export const promotionalHours = "8:00 am to 6:00 pm";

export type SenderChoice = { sender: string; kind: "transactional" | "promotional"; status: string };

/** What a kind of sender means for the message. */
export const kindHelp: Record<SenderChoice["kind"], string> = {
  transactional: "Transactional: delivers at any hour.",
  promotional: `Promotional: delivers from ${promotionalHours}, and waits for the morning otherwise. ${carrierFooter} is added at the end.`,
};

/** A sender in the list: its kind, and why it can't be used where it can't. */
export function senderChoice({ sender, kind, status }: SenderChoice) {
  const usable = status === "approved";
  const words = kind === "promotional" ? `promotional, ${promotionalHours}` : kind;
  return { value: sender, label: `${sender}, ${usable ? words : status}`, disabled: !usable };
}
