import { constantTimeEqual } from "./constant-time";
import { keyedHash } from "./encryption";

/** A comment of a ticket; comment 0 is the acknowledgement of the ticket itself. */
export type TicketMail = { ticket: number; comment: number };

const shape = /^ticket-(\d{1,15})-(\d{1,15})\.([0-9a-f]{32})@/;

function markOf(secret: string, account: string, { ticket, comment }: TicketMail): string {
  return keyedHash(secret, "ticket mail", `${account}/${ticket}/${comment}`).toString("hex").slice(0, 32);
}

/**
 * What stands before the @ of the Message-ID of a ticket's mail. A reply names it (RFC 5322 3.6.4), so it is the token by
 * which the ticket is found; nobody who has not had the mail can make it.
 */
export function ticketMailId(secret: string, account: string, mail: TicketMail): string {
  return `ticket-${mail.ticket}-${mail.comment}.${markOf(secret, account, mail)}`;
}

/** The ticket of this account that one of the Message-IDs names, the first that is truly ours. */
export function ticketNamed(secret: string, account: string, ids: readonly string[]): TicketMail | undefined {
  for (const id of ids) {
    const [, ticket = "", comment = "", mark = ""] = shape.exec(id) ?? [];
    if (mark === "") continue;
    const named = { ticket: Number(ticket), comment: Number(comment) };
    if (constantTimeEqual(mark, markOf(secret, account, named))) return named;
  }
  return undefined;
}
