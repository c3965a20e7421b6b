// /ticketing/main - one's own tickets
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { oversees } from "./kit/rights";
import { loadTickets } from "./tickets/list.server";
import { TicketsView } from "./tickets/tickets-view";
import { myTickets } from "./tickets.list";

export const meta = titled("My tickets");

export const loader = page("/ticketing/main", async (given) => ({
  ...(await loadTickets(given, myTickets)),
  oversees: oversees(given.viewer),
}));

export default function MyTickets() {
  const { oversees, ...found } = useLoaderData<typeof loader>();
  return <TicketsView found={found} mine oversees={oversees} />;
}
