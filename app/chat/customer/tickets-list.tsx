import { Plus } from "lucide-react";
import { isDone, type TicketStatus } from "../../../rules/ticket-labels";
import { href } from "../../href";
import { LinkButton } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { Status, type StatusKind } from "../../kit/ui/status";
import type { OpenConversation } from "../inbox/inbox.server";
import { customerName } from "../inbox/labels";

const kinds: Record<TicketStatus, StatusKind> = {
  new: "info",
  open: "info",
  pending: "warn",
  resolved: "good",
  closed: "none",
};

export function ticketCount(tickets: NonNullable<OpenConversation["tickets"]>["tickets"]): string {
  if (tickets.length === 0) return "none";
  const done = tickets.filter(({ status }) => isDone(status)).length;
  return `${tickets.length - done} open, ${done} closed`;
}

/** The customer's tickets, and a new one that knows where it came from. */
export function TicketsList({ open, few }: { open: OpenConversation; few?: number }) {
  const { tickets: given, detail } = open;
  if (!given) return <p className="text-sm text-quiet">Ticketing is not part of this account.</p>;
  const { contact, person } = detail;
  const fresh = href("/ticketing/new", undefined, {
    chat: contact.contact_id,
    subject: `Chat with ${person.name || customerName(contact)}`.slice(0, 300),
    customer_name: person.name.slice(0, 200),
    customer_phone: person.msisdn ?? "",
    customer_email: person.email,
  });
  const shown = given.tickets.slice(0, few ?? given.tickets.length);
  return (
    <>
      {shown.length === 0 && <p className="text-sm text-quiet">No tickets for this customer yet.</p>}
      <ul className="grid gap-2">
        {shown.map(({ id, subject, status }) => {
          const inside = (
            <>
              <span className="num flex items-center gap-2 text-xs text-quiet">
                #{id}
                <span className="ml-auto">
                  <Status kind={kinds[status]}>{status[0]?.toUpperCase() + status.slice(1)}</Status>
                </span>
              </span>
              <span className="mt-0.5 block truncate font-medium">{subject || "No subject"}</span>
            </>
          );
          const look = "block rounded-md border border-line px-3 py-2";
          return (
            <li key={id}>
              {given.mayOpen ? (
                <Link to={href("/ticketing/show/:index", { index: id })} className={`${look} hover:bg-raised`}>
                  {inside}
                </Link>
              ) : (
                <div className={look}>{inside}</div>
              )}
            </li>
          );
        })}
      </ul>
      <LinkButton
        className="mt-2 w-full"
        icon={Plus}
        to={fresh}
        {...(given.mayWrite ? {} : { disabledReason: "Opening tickets needs the permission View tickets." })}
      >
        New ticket from this chat
      </LinkButton>
    </>
  );
}
