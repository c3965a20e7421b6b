import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { Plus, Ticket as TicketIcon } from "lucide-react";
import { href } from "../href";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { useEventRevalidate } from "../shell/live";
import { BulkBar } from "./bulk-bar";
import { FilterRow } from "./filter-row";
import type { loadTickets } from "./list.server";
import { SaveView, ViewTabs } from "./saved-views";
import { ticketColumns } from "./ticket-table";
import { UndoStrip, undoParam } from "./undo-strip";

type TicketsViewProps = {
  found: SerializeFrom<typeof loadTickets>;
  mine?: boolean;
  /** The viewer may open and change tickets of others. */
  oversees: boolean;
  working: boolean;
};

/** A list of tickets: views, filters, rows to tick, and what can be done with the ticked ones. */
export function TicketsView({ found, mine = false, oversees, working }: TicketsViewProps) {
  const { rows, choices, views, search, zone, now } = found;
  const location = useLocation();
  useEventRevalidate(["ticket"]);
  const path = mine ? href("/ticketing/main") : href("/ticketing/tickets");
  const filtered = [...new URLSearchParams(location.search).keys()].some(
    (name) => name !== "page" && name !== undoParam,
  );
  return (
    <>
      <PageHeader
        title={mine ? "My tickets" : "Tickets"}
        text={
          mine ? "The tickets you are a member of." : "Requests from customers and colleagues, with their due times."
        }
        actions={
          <>
            {rows.data.length > 0 && <SaveView views={views} shares={oversees} working={working} />}
            {oversees && (
              <LinkButton to={`${href("/ticketing/new")}${location.search}`} variant="primary" icon={Plus}>
                New ticket
              </LinkButton>
            )}
          </>
        }
      />
      <UndoStrip working={working} />
      <ViewTabs views={views} mine={mine} />
      <div className="flex flex-wrap items-start gap-x-2 max-sm:flex-col max-sm:flex-nowrap max-sm:items-stretch">
        {oversees && rows.data.length > 0 && (
          <div className="mb-3 empty:hidden max-sm:mb-1">
            <BulkBar choices={choices} rows={rows.data.length} working={working} />
          </div>
        )}
        <div className="min-w-0 flex-1 basis-80 max-sm:basis-auto">
          <FilterRow search={search} choices={choices} clear={path} {...(mine ? { without: ["member"] } : {})} />
        </div>
      </div>
      <ListCard
        noun={["ticket", "tickets"]}
        rows={rows}
        columns={ticketColumns({ now, zone, ticks: oversees })}
        id={(ticket) => String(ticket.id)}
        csvHref={mine ? href("/ticketing/main.csv") : href("/ticketing/tickets.csv")}
        empty={
          filtered ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches these filters"
              text="Remove a filter to see more tickets."
              actions={<LinkButton to={path}>Clear the filters</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={TicketIcon}
              title={mine ? "No tickets assigned to you" : "No tickets yet"}
              text={
                mine
                  ? "Tickets assigned to you are listed here, with their due times."
                  : "A ticket records a request, who works on it and when it is due."
              }
              {...(oversees && !mine
                ? {
                    actions: (
                      <LinkButton to={href("/ticketing/new")} variant="primary" icon={Plus}>
                        New ticket
                      </LinkButton>
                    ),
                  }
                : {})}
            />
          )
        }
      />
    </>
  );
}
