import { showDate } from "../../../rules/format";
import type { WhatIf as Answer } from "../../../services/ticketing/contract.hours";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";

/** What a change would do to the open tickets, before it is saved. */
export function WhatIf({ answer, zone }: { answer: Answer; zone: string }) {
  return (
    <section className="rounded border border-info p-3" role="status" aria-label="What would change">
      <p>
        <b className="font-semibold">Nothing is saved yet.</b> Of {answer.examined.toLocaleString("en-KE")} open tickets{" "}
        {answer.changed.toLocaleString("en-KE")} would get a new due time: {answer.would_breach.toLocaleString("en-KE")}{" "}
        would be overdue that are not now, {answer.would_be_saved.toLocaleString("en-KE")} would no longer be.
      </p>
      {answer.tickets.length > 0 && (
        <ul className="mt-2 grid gap-1 text-sm">
          {answer.tickets.slice(0, 10).map((ticket) => (
            <li key={`${ticket.id} ${ticket.clock}`} className="wrap-anywhere">
              <Link className="link" to={href("/ticketing/show/:index", { index: ticket.id })}>
                #{ticket.id} {ticket.subject}
              </Link>
              : {ticket.due_before ? showDate(ticket.due_before, zone) : "nothing due"} to{" "}
              {ticket.due_after ? showDate(ticket.due_after, zone) : "nothing due"}
              {ticket.breaches && ", overdue at once"}
              {ticket.saved && ", no longer overdue"}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
