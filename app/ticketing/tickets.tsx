// /ticketing/tickets - all tickets, by the filters of R121
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadTickets } from "./tickets/list.server";
import { TicketsView } from "./tickets/tickets-view";
import { tickets } from "./tickets.list";

export const meta = titled("Tickets");

export const loader = page("/ticketing/tickets", (given) => loadTickets(given, tickets));

export default function Tickets() {
  return <TicketsView found={useLoaderData<typeof loader>()} oversees />;
}
