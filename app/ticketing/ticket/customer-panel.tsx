import { Mail, Phone, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { Ticket, TicketDetail } from "../../../services/ticketing/contract.schemas";
import { href } from "../../href";
import { CallLink } from "../../kit/call-link";
import { InterviewLink } from "../../kit/interview-link";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";
import { statusWords } from "../kit/labels";

type CustomerCardProps = { ticket: TicketDetail; mayInterview: boolean; children?: ReactNode };

/** Who waits for it, and what else they wait for. */
export function CustomerCard({ ticket, mayInterview, children }: CustomerCardProps) {
  const { name, phone, email } = ticket.customer;
  return (
    <section className="card" aria-label="Customer">
      <div className="card-head">
        <h2>Customer</h2>
        <Link className="link ml-auto text-sm" to={href("/ticketing/show/:index/customer", { index: ticket.id })}>
          Change<span className="sr-only"> the customer</span>
        </Link>
      </div>
      <div className="grid gap-2 px-4 py-3">
        <p className="flex items-center gap-2 font-medium wrap-anywhere">
          <UserRound size={16} strokeWidth={1.75} className="shrink-0 text-quiet" aria-hidden="true" />
          {name || "No name"}
        </p>
        {phone && (
          <p className="num flex items-center gap-2">
            <Phone size={16} strokeWidth={1.75} className="shrink-0 text-quiet" aria-hidden="true" />
            <CallLink phone={phone} name={name} source={`ticket/${ticket.id}`} />
          </p>
        )}
        {email && (
          <p className="flex items-center gap-2 wrap-anywhere">
            <Mail size={16} strokeWidth={1.75} className="shrink-0 text-quiet" aria-hidden="true" />
            {email}
          </p>
        )}
        {ticket.sender_unproven && (
          <p className="text-sm text-warn">
            Sender not verified. Ask for an answer by email before you share anything personal.
          </p>
        )}
        {(phone || email) && (
          <Link className="link text-sm" to={href("/customer", undefined, { who: phone || email })}>
            Everything with this customer
          </Link>
        )}
        {mayInterview && phone && <InterviewLink phone={phone} name={name} source={`ticket/${ticket.id}`} />}
        {ticket.cc.length > 0 && <p className="text-sm text-quiet wrap-anywhere">On copy: {ticket.cc.join(", ")}</p>}
        {children}
      </div>
    </section>
  );
}

/** Tickets in short: number, subject, state, and a word of why they are here. */
export function TicketLines({
  tickets,
  empty,
}: {
  tickets: readonly (Ticket & { reasons?: string[] })[];
  empty: string;
}) {
  if (tickets.length === 0) return <p className="px-4 py-6 text-quiet">{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {tickets.map((other) => (
        <li key={other.id} className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Link
            className="min-w-0 truncate font-medium hover:underline"
            to={href("/ticketing/show/:index", { index: other.id })}
          >
            <span className="num font-normal text-quiet">#{other.id}</span> {other.subject || "No subject"}
          </Link>
          <Status kind={statusWords[other.status].kind}>{statusWords[other.status].word}</Status>
          {other.reasons && other.reasons.length > 0 && (
            <p className="text-sm text-quiet wrap-anywhere">{other.reasons.join(", ")}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
