import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { Plus, Ticket as TicketIcon } from "lucide-react";
import { href } from "../../href";
import { ListPage } from "../../kit/lists/page";
import { LinkButton } from "../../kit/ui/button";
import { useEventRevalidate } from "../../shell/live";
import { myTickets, tickets } from "../tickets.list";
import type { loadTickets } from "./list.server";

type TicketsViewProps = {
  found: SerializeFrom<typeof loadTickets>;
  mine?: boolean;
  /** The viewer may open and change tickets of others. */
  oversees: boolean;
};

const builtIn = [
  { name: "Not resolved", query: "status=unresolved" },
  { name: "Overdue", query: "due=overdue" },
  { name: "Due today", query: "due=today" },
];
const unassigned = { name: "Unassigned", query: "member=none&status=unresolved" };

/** A list of tickets: views, filters, rows to tick, and what can be done with the ticked ones. */
export function TicketsView({ found, mine = false, oversees }: TicketsViewProps) {
  const { search } = useLocation();
  useEventRevalidate(["ticket"]);
  return (
    <ListPage
      list={mine ? myTickets : tickets}
      found={found}
      title={mine ? "My tickets" : "Tickets"}
      text={mine ? "The tickets you are a member of." : "Requests from customers and colleagues, with their due times."}
      actions={
        oversees && (
          <LinkButton to={`${href("/ticketing/new")}${search}`} variant="primary" icon={Plus}>
            New ticket
          </LinkButton>
        )
      }
      builtIn={mine ? builtIn : [...builtIn, unassigned]}
      empty={
        mine
          ? {
              icon: TicketIcon,
              title: "No tickets assigned to you",
              text: "Tickets assigned to you are listed here, with their due times.",
            }
          : {
              icon: TicketIcon,
              title: "No tickets yet",
              text: "A ticket records a request, who works on it and when it is due.",
              actions: oversees && (
                <LinkButton to={href("/ticketing/new")} variant="primary" icon={Plus}>
                  New ticket
                </LinkButton>
              ),
            }
      }
    />
  );
}
