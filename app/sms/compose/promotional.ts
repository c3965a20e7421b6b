import { carrierFooter } from "../../../rules/keywords";
import type { SenderChoice } from "../../kit/compose/channel";

/** When promotional sender IDs deliver: the hours Safaricom keeps, and the service's own unless an account differs. */
export const promotionalHours = "8:00 am to 6:00 pm";

/** What a kind of sender means for the message. */
export const kindHelp: Record<SenderChoice["kind"], string> = {
  transactional: "Transactional: delivers at any hour.",
  promotional: `Promotional: delivers from ${promotionalHours}, and waits for the morning otherwise. ${carrierFooter} is added at the end.`,
};

/** A sender in the list: its kind, and why it can't be used where it can't. */
export function senderChoice({ sender, kind, status, shared }: SenderChoice) {
  const usable = status === "approved";
  const words = shared ? "shared" : kind === "promotional" ? `promotional, ${promotionalHours}` : kind;
  return { value: sender, label: `${sender}, ${usable ? words : status}`, disabled: !usable };
}

/** What to know of the chosen one: who else uses it, where it is not known yet, when it delivers. */
export function senderHelp({ shared, kind, not_on = [] }: SenderChoice): string {
  const whose = shared ? "Shared with other businesses, on every network. " : "";
  const where = not_on.length > 0 ? `Not approved on ${not_on.join(" and ")}: numbers there may not get it. ` : "";
  return `${whose}${where}${kindHelp[kind]}`;
}
