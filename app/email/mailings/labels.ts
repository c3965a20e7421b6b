import type { MailingStatus, RecipientEvent, RecipientStatus } from "../../../rules/email";
import type { Mailing, MailingRecipient } from "../../../services/email/contract.schemas";
import { blastStatus } from "../../kit/blast-labels";
import type { StatusKind } from "../../kit/ui/status";

type StatusLabel = { kind: StatusKind; word: string };

/** A mailing's status in a shape and a word: the same as a blast's. */
export const mailingStatus: Record<MailingStatus, StatusLabel> = blastStatus;

export const recipientStatus: Record<RecipientStatus, StatusLabel> = {
  queued: { kind: "none", word: "Waiting" },
  sending: { kind: "info", word: "Sending" },
  sent: { kind: "good", word: "Sent" },
  unknown: { kind: "warn", word: "Unknown" },
  bounced: { kind: "bad", word: "Bounced" },
  failed: { kind: "bad", word: "Failed" },
  suppressed: { kind: "none", word: "Suppressed" },
  cancelled: { kind: "none", word: "Cancelled" },
};

export const recipientEventNames: Record<RecipientEvent, string> = {
  complained: "Complained",
  unsubscribed: "Unsubscribed",
  opened: "Opened",
  clicked: "Clicked",
};

/** What became of one mail: a complaint or an unsubscribe counts more than that it was sent. */
export function recipientOutcome(recipient: MailingRecipient): StatusLabel {
  if (recipient.complained_at) return { kind: "bad", word: "Complained" };
  if (recipient.unsubscribed_at) return { kind: "warn", word: "Unsubscribed" };
  return recipientStatus[recipient.status];
}

/** Its name, or its subject. */
export function mailingTitle({ name, subject }: Pick<Mailing, "name" | "subject">): string {
  return name || subject;
}

/** The groups, or the address. */
export function audienceLabel({ groups, to, recipients }: Pick<Mailing, "groups" | "to" | "recipients">): string {
  if (groups.length > 0) return groups.map(({ name }) => name).join(", ");
  return recipients > 1 ? `${to} and ${recipients - 1} more` : to;
}

export function sendTime({ started_at, send_at, created_at }: Mailing): string {
  return started_at ?? send_at ?? created_at;
}
