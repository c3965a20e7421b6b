// /chat/reports/tickets - tickets that were opened from conversations
import { useLoaderData, useLocation } from "@remix-run/react";
import { Ticket } from "lucide-react";
import { statuses, type TicketStatus } from "../../rules/ticket-labels";
import { missingAccess } from "../access";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { titled } from "../kit/title";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { Stat } from "../kit/ui/stat";
import { Status, type StatusKind } from "../kit/ui/status";
import type { Column } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { nameOf } from "./inbox/labels";
import { reportFrom } from "./reports/report.server";
import { leading } from "./reports/report-columns";
import { ReportFrame } from "./reports/report-frame";
import { figure, percent } from "./reports/report-labels";
import { ticketsList } from "./reports/reports.list";

export const meta = titled("Tickets from chats");

export const loader = page("/chat/reports/tickets", async (given) => {
  const query = searchOf(ticketsList, given.url);
  const [filters, answer] = await Promise.all([reportFrom(given), given.api.chat.reportTickets({ query })]);
  const { period, known, chats, with_ticket, tickets, by_status, ...rows } = expectStatus(answer, 200);
  const opens = missingAccess(given.viewer, routeFor("/ticketing/show/:index")) === undefined;
  return { ...filters, period, known, chats, with_ticket, tickets, by_status, rows, status: query.status, opens };
});

const kinds: Record<TicketStatus, StatusKind> = {
  ...{ new: "info", open: "info", pending: "warn", resolved: "good", closed: "none" },
};
const worded = (status: TicketStatus) => `${status[0]?.toUpperCase()}${status.slice(1)}`;

type Given = ReturnType<typeof useLoaderData<typeof loader>>;
type Row = Given["rows"]["data"][number];

export default function Tickets() {
  const { known, chats, with_ticket, tickets, by_status, rows, status, opens, ...filters } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const lead = leading(filters.search, filters.period);
  const behind = lead.to(with_ticket, { ticket: "yes" });
  const all = lead.to(chats, {});
  const columns: Column<Row>[] = [
    {
      ...{ name: "id", label: "Ticket", mobileOrder: 1 },
      cell: ({ id }) =>
        opens ? (
          <Link className="link num" to={href("/ticketing/show/:index", { index: id })}>
            #{id}
          </Link>
        ) : (
          <span className="num">#{id}</span>
        ),
    },
    {
      ...{ name: "status", label: "Status", alignEnd: true, mobileOrder: 1 },
      cell: ({ status: now }) => <Status kind={kinds[now]}>{worded(now)}</Status>,
    },
    {
      ...{ name: "chat", label: "Chat", wide: true, mobileOrder: 2 },
      cell: ({ chat }) => (
        <Link className="link" to={href("/chat/reports/transcript/:id", { id: chat.contact_id })}>
          {nameOf(chat)} #{chat.contact_id}
        </Link>
      ),
    },
    { name: "agent", label: "Agent", mobileOrder: 3, cell: ({ chat }) => chat.agent || "–" },
    {
      ...{ name: "opened", label: "Opened", mobileOrder: 4 },
      cell: ({ created_at }) => <DateTime at={created_at} zone={filters.period.time_zone} />,
    },
  ];
  return (
    <ReportFrame current="Tickets" {...filters}>
      {!known && (
        <p className="mb-4 text-warn" role="status">
          Tickets are not available right now, so none are counted here. Try again in a moment.
        </p>
      )}
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
        <Stat label="Chats" value={figure(chats)} {...(all ? { to: all } : {})} />
        <Stat
          label="With a ticket"
          value={figure(with_ticket)}
          note={`${percent(with_ticket, chats)}% of the chats`}
          {...(behind ? { to: behind } : {})}
        />
        <Stat label="Tickets" value={figure(tickets)} note="opened from these chats" />
        <Stat
          label="Resolved or closed"
          value={figure(by_status.resolved + by_status.closed)}
          note={`${percent(by_status.resolved + by_status.closed, tickets)}% of the tickets`}
        />
      </div>
      <nav className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-label="Tickets by status">
        <ByStatus
          label="All"
          count={tickets}
          to={withQuery(search, { status: undefined })}
          current={status === undefined}
        />
        {statuses.map((name) => (
          <ByStatus
            key={name}
            label={worded(name)}
            count={by_status[name]}
            to={withQuery(search, { status: name })}
            current={status === name}
          />
        ))}
      </nav>
      <div>
        <ListCard
          noun={["ticket", "tickets"]}
          rows={rows}
          columns={columns}
          id={({ id }) => String(id)}
          csvHref={href("/chat/reports/tickets.csv")}
          empty={
            <EmptyState
              icon={Ticket}
              kind="filtered"
              title="No tickets from these chats"
              text="Agents open one from a conversation with New ticket from this chat."
            />
          }
        />
      </div>
    </ReportFrame>
  );
}

function ByStatus({ label, count, to, current }: { label: string; count: number; to: string; current: boolean }) {
  return (
    <Link
      className={current ? "font-medium" : "link"}
      to={to}
      aria-current={current ? "true" : undefined}
      preventScrollReset
    >
      {label} <span className="num">{figure(count)}</span>
    </Link>
  );
}
