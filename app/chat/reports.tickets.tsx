// /chat/reports/tickets - tickets that were opened from conversations
import { useLoaderData, useLocation } from "@remix-run/react";
import { Ticket } from "lucide-react";
import { statuses } from "../../rules/ticket-labels";
import { withQuery } from "../kit/list";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { Link } from "../kit/ui/link";
import { Stat } from "../kit/ui/stat";
import { page } from "../shell/page.server";
import { reportFrom } from "./reports/report.server";
import { leading } from "./reports/report-columns";
import { ReportFrame } from "./reports/report-frame";
import { figure, percent } from "./reports/report-labels";
import { statusLabel, ticketsList } from "./reports/tickets.list";

export const meta = titled("Tickets from chats");

export const loader = page("/chat/reports/tickets", async (given) => {
  const [filters, found] = await Promise.all([reportFrom(given), loadList(ticketsList, given)]);
  return { filters, found };
});

export default function Tickets() {
  const { filters, found } = useLoaderData<typeof loader>();
  const { known, chats, with_ticket, tickets, by_status, period } = found.rows;
  const { status } = found.search;
  const { search } = useLocation();
  const lead = leading(filters.search, period);
  const behind = lead.to(with_ticket, { ticket: "yes" });
  const all = lead.to(chats, {});
  return (
    <ReportFrame current="Tickets" {...filters} period={period}>
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
            label={statusLabel(name)}
            count={by_status[name]}
            to={withQuery(search, { status: name })}
            current={status === name}
          />
        ))}
      </nav>
      <ListPage
        list={ticketsList}
        found={found}
        bare
        empty={{
          icon: Ticket,
          title: "No tickets from these chats",
          text: "Agents open one from a conversation with New ticket from this chat.",
        }}
      />
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
