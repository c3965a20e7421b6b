import { z } from "zod";
import { paging } from "../../services/kit/contract";
import { explaining, sorting, ticketFilters } from "../../services/ticketing/contract.filters";
import type { Ticket } from "../../services/ticketing/contract.schemas";
import { list } from "../kit/list";
import { slaWords, statusWords } from "./labels";

const search = z.object({ ...paging, ...ticketFilters, ...sorting, ...explaining });
export type TicketSearch = z.output<typeof search>;

const names = (things: readonly { name: string }[]) => things.map(({ name }) => name).join("; ");

const columns: { [heading: string]: (ticket: Ticket) => string | number | null } = {
  Number: (ticket) => ticket.id,
  Subject: (ticket) => ticket.subject,
  Customer: (ticket) => ticket.customer.name,
  Phone: (ticket) => ticket.customer.phone,
  Email: (ticket) => ticket.customer.email,
  Status: (ticket) => statusWords[ticket.status].word,
  Stage: (ticket) => names(ticket.stages),
  Priority: (ticket) => names(ticket.priorities),
  Type: (ticket) => names(ticket.types),
  Disposition: (ticket) => names(ticket.dispositions),
  Groups: (ticket) => names(ticket.groups),
  Members: (ticket) => names(ticket.members),
  Due: (ticket) => ticket.due_at,
  SLA: (ticket) => slaWords[ticket.sla],
  Policy: (ticket) => names(ticket.policies),
  Comments: (ticket) => ticket.comments,
  Created: (ticket) => ticket.created_at,
  "First answer": (ticket) => ticket.first_response_at,
  Resolved: (ticket) => ticket.resolved_at,
  Closed: (ticket) => ticket.closed_at,
};

/** All tickets that the viewer may see, by the filters of R121. */
export const tickets = list({
  file: "tickets",
  search,
  rows: (api, query) => api.ticketing.ticketList({ query, body: {} }),
  columns,
});

/** One's own. */
export const myTickets = list({
  file: "my-tickets",
  search,
  rows: (api, query) => api.ticketing.ticketList({ query: { ...query, member: "me" }, body: {} }),
  columns,
});
