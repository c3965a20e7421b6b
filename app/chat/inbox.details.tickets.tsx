// /chat/inbox/details/tickets - the customer's tickets, and a new one from this conversation
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { Panel } from "./customer/panel";
import { TicketsList, ticketCount } from "./customer/tickets-list";
import { useInboxContext } from "./inbox/inbox-context";

export const meta = titled("Tickets of the customer");

export const loader = page("/chat/inbox/details/tickets", async () => null);

export default function CustomerTickets() {
  const { open } = useInboxContext();
  if (!open) return null;
  return (
    <Panel title="Tickets" {...(open.tickets ? { aside: ticketCount(open.tickets.tickets) } : {})}>
      <TicketsList open={open} />
    </Panel>
  );
}
