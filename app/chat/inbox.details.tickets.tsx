// /chat/inbox/details/tickets - the customer's tickets, and a new one from this conversation
import type { MetaFunction } from "@remix-run/node";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { useDeskContext } from "./desk-context";
import { Panel } from "./panel";
import { TicketsList, ticketCount } from "./tickets-list";

export const meta: MetaFunction = () => [{ title: `Tickets of the customer - ${brand.name}` }];

export const loader = page("/chat/inbox/details/tickets", async () => null);

export default function CustomerTickets() {
  const { open } = useDeskContext();
  if (!open) return null;
  return (
    <Panel title="Tickets" {...(open.tickets ? { aside: ticketCount(open.tickets.tickets) } : {})}>
      <TicketsList open={open} />
    </Panel>
  );
}
