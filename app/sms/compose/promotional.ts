import { carrierFooter } from "../../../rules/keywords";
import { sayHours } from "../../kit/blast-labels";
import type { SenderChoice } from "../../kit/compose/channel";
import type { SenderText } from "../../kit/sms-count";

/** Of an account that has set nothing: the hours Safaricom keeps. */
const standardHours = { from: 480, until: 1080 };

/** When it delivers; nothing when at any hour. */
export function hoursWords({ kind, hours }: SenderChoice): string | undefined {
  const kept = hours === undefined && kind === "promotional" ? standardHours : hours;
  return kept ? sayHours(kept) : undefined;
}

/** What a sender adds to each text. */
function senderFooter({ kind, footer }: SenderChoice): string {
  return footer ?? (kind === "promotional" ? carrierFooter : "");
}

/** What a sender does to each text. */
export function senderText(sender: SenderChoice): SenderText {
  return { footer: senderFooter(sender), links: sender.links ?? null };
}

/** What the kind of a sender means for the message. */
export function kindHelp(sender: SenderChoice): string {
  const hours = hoursWords(sender);
  if (sender.kind === "promotional")
    return `Promotional: delivers from ${hours}, and waits for the morning otherwise. ${senderFooter(sender)} is added at the end.`;
  return hours
    ? `Transactional: delivers from ${hours}, and waits for the morning otherwise. To 10 numbers or fewer it delivers at any hour.`
    : "Transactional: delivers at any hour.";
}

/** A sender in the list: its kind, and why it can't be used where it can't. */
export function senderChoice(choice: SenderChoice) {
  const { sender, kind, status, shared } = choice;
  const usable = status === "approved";
  const words = shared ? "shared" : kind === "promotional" ? `promotional, ${hoursWords(choice)}` : kind;
  return { value: sender, label: `${sender}, ${usable ? words : status}`, disabled: !usable };
}

/** What to know of the chosen one: who else uses it, where it is not known yet, when it delivers. */
export function senderHelp(sender: SenderChoice): string {
  const { shared, not_on = [] } = sender;
  const whose = shared ? "Shared with other businesses, on every network. " : "";
  const where = not_on.length > 0 ? `Not approved on ${not_on.join(" and ")}: numbers there may not get it. ` : "";
  return `${whose}${where}${kindHelp(sender)}`;
}
