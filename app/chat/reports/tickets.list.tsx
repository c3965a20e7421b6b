import { z } from "zod";
import { duration } from "../../../rules/format";
import { statuses, type TicketStatus } from "../../../rules/ticket-labels";
import { reportFilters } from "../../../services/chat/contract.reports";
import type { ReportChat } from "../../../services/chat/contract.statistics";
import { paging } from "../../../services/kit/contract";
import { missingAccess } from "../../access";
import { href } from "../../href";
import { list } from "../../kit/lists/definition";
import { Link } from "../../kit/ui/link";
import { Status, type StatusKind } from "../../kit/ui/status";
import { routeFor } from "../../sitemap";
import { channelNames, customerName } from "../inbox/labels";

type TicketOfChat = { id: number; status: TicketStatus; created_at: string; chat: ReportChat };

const kinds: Record<TicketStatus, StatusKind> = {
  ...{ new: "info", open: "info", pending: "warn", resolved: "good", closed: "none" },
};
export const statusLabel = (status: TicketStatus) => `${status[0]?.toUpperCase()}${status.slice(1)}`;

/** Tickets that were opened from conversations, the newest first. */
export const ticketsList = list({
  path: "/chat/reports/tickets",
  file: "chat-report-tickets",
  noun: ["ticket", "tickets"],
  search: z.object({ ...paging, ...reportFilters, status: z.enum(statuses).optional().catch(undefined) }),
  facts: async ({ viewer }) => ({ opens: missingAccess(viewer, routeFor("/ticketing/show/:index")) === undefined }),
  rows: ({ api, whole }, query) =>
    api.chat.reportTickets({ query: { ...query, ...(whole ? { per_page: 5_000, counted: "no" as const } : {}) } }),
  columns: ({ opens }) => [
    {
      ...{ name: "id", label: "Ticket", mobileOrder: 1, fixed: true, num: true },
      value: ({ id }: TicketOfChat) => id,
      cell: ({ id }) =>
        opens ? (
          <Link className="link" to={href("/ticketing/show/:index", { index: id })}>
            #{id}
          </Link>
        ) : (
          `#${id}`
        ),
    },
    {
      ...{ name: "status", label: "Status", alignEnd: true, mobileOrder: 1 },
      value: ({ status }) => status,
      cell: ({ status }) => <Status kind={kinds[status]}>{statusLabel(status)}</Status>,
    },
    {
      ...{ name: "chat", label: "Chat", wide: true, mobileOrder: 2 },
      value: ({ chat }) => chat.contact_id,
      cell: ({ chat }) => (
        <Link className="link" to={href("/chat/reports/transcript/:id", { id: chat.contact_id })}>
          {customerName(chat)} #{chat.contact_id}
        </Link>
      ),
    },
    { name: "agent", label: "Agent", mobileOrder: 3, value: ({ chat }) => chat.agent },
    { name: "opened", label: "Opened", mobileOrder: 4, value: ({ created_at }) => created_at },
    { name: "customer", label: "Customer", extra: true, value: ({ chat }) => chat.name },
    { name: "channel", label: "Channel", extra: true, value: ({ chat }) => channelNames[chat.channel] },
    {
      ...{ name: "first", label: "First response", extra: true },
      value: ({ chat }) => (chat.first_response_seconds === null ? "" : duration(chat.first_response_seconds)),
    },
  ],
  id: ({ id }) => String(id),
});
