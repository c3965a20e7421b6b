import { ago, showDate } from "../../rules/format";
import type { Ticket } from "../../services/ticketing/contract.schemas";
import { href } from "../href";
import { type ListColumn, type ListFacts, type ListRequest, list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { type Choices, choicesFrom, noChoices } from "./kit/choices";
import { slaWords, statusWords } from "./kit/labels";
import { oversees } from "./kit/rights";
import { Due } from "./ticket/due";
import { Priority } from "./ticket/priority";
import { ticketActions } from "./tickets/bulk-actions";
import { ticketFilters } from "./tickets/ticket-filters";
import { type TicketSearch, ticketSearch } from "./tickets/ticket-search";

const names = (things: readonly { name: string }[]) => things.map(({ name }) => name).join("; ");

type Facts = { choices: Choices; dates: TicketSearch["date_filter"]; oversees: boolean };

function columns({ now, zone }: ListFacts): ListColumn<Ticket>[] {
  const time = (at: string) => (
    <time dateTime={at} title={showDate(at, zone)}>
      {ago(at, now)}
    </time>
  );
  return [
    { name: "number", label: "Number", mobileOrder: 5, num: true, value: ({ id }) => id, cell: ({ id }) => `#${id}` },
    {
      name: "subject",
      label: "Subject",
      fixed: true,
      wide: true,
      mobileOrder: 2,
      value: ({ subject }) => subject,
      cell: (ticket) => (
        <RowLink to={href("/ticketing/show/:index", { index: ticket.id })}>{ticket.subject || "No subject"}</RowLink>
      ),
    },
    {
      name: "status",
      label: "Status",
      alignEnd: true,
      mobileOrder: 2,
      value: ({ status }) => statusWords[status].word,
      cell: ({ status }) => <Status kind={statusWords[status].kind}>{statusWords[status].word}</Status>,
    },
    {
      name: "stage",
      label: "Stage",
      spare: true,
      hideOnSmall: true,
      value: ({ stages }) => names(stages),
      cell: (ticket) => ticket.stages[0]?.name ?? "–",
    },
    {
      name: "due",
      label: "Due",
      mobileOrder: 3,
      value: (ticket) => ticket.due_at,
      cell: (ticket) => <Due ticket={ticket} now={now} zone={zone} />,
    },
    {
      name: "priority",
      label: "Priority",
      alignEnd: true,
      mobileOrder: 3,
      value: ({ priorities }) => names(priorities),
      cell: (ticket) => <Priority id={ticket.priority_id} />,
    },
    {
      name: "customer",
      label: "Customer",
      mobileOrder: 4,
      value: ({ customer }) => customer.name,
      cell: ({ customer }) => customer.name || customer.phone || customer.email || "–",
    },
    { name: "phone", label: "Phone", extra: true, value: ({ customer }) => customer.phone },
    { name: "email", label: "Email", extra: true, value: ({ customer }) => customer.email },
    {
      name: "members",
      label: "Member",
      heading: "Members",
      hideOnSmall: true,
      value: ({ members }) => names(members),
      cell: ({ members }) =>
        members[0] ? `${members[0].name}${members.length > 1 ? `, ${members.length - 1} more` : ""}` : "Unassigned",
    },
    { name: "groups", label: "Groups", extra: true, value: ({ groups }) => names(groups) },
    { name: "type", label: "Type", extra: true, value: ({ types }) => names(types) },
    { name: "disposition", label: "Disposition", extra: true, value: ({ dispositions }) => names(dispositions) },
    { name: "sla", label: "SLA", extra: true, value: ({ sla }) => slaWords[sla] },
    { name: "policy", label: "Policy", extra: true, value: ({ policies }) => names(policies) },
    { name: "comments", label: "Comments", align: "right", extra: true, value: ({ comments }) => comments },
    {
      name: "updated",
      label: "Changed",
      muted: true,
      hideOnSmall: true,
      cell: (ticket) => time(ticket.updated_at),
    },
    { name: "created", label: "Created", extra: true, sort: byAge, value: (ticket) => ticket.created_at },
    { name: "answered", label: "First answer", extra: true, value: (ticket) => ticket.first_response_at },
    { name: "resolved", label: "Resolved", extra: true, value: (ticket) => ticket.resolved_at },
    { name: "closed", label: "Closed", extra: true, value: (ticket) => ticket.closed_at },
  ];
}

const byAge = { ascending: "oldest", descending: "newest" };

function ticketsAt<P extends "/ticketing/tickets" | "/ticketing/main">(path: P, file: string, own: { member?: "me" }) {
  return list({
    path,
    file,
    noun: ["ticket", "tickets"],
    search: ticketSearch,
    find: "Subject, customer, number",
    async facts({ api, viewer }: ListRequest, { date_filter: dates }): Promise<Facts> {
      const offered = await api.ticketing.choices({});
      const choices = offered.status === 200 ? choicesFrom(offered.body) : noChoices;
      return { choices, dates, oversees: oversees(viewer) };
    },
    rows: ({ api, whole }, query) => {
      const explain = whole ? {} : { explain: "1" as const };
      return api.ticketing.ticketList({ query: { ...query, ...explain, ...own }, body: {} });
    },
    filters: ({ choices, dates }) => ticketFilters(choices, dates).filter(({ name }) => !(name in own)),
    columns,
    id: ({ id }) => String(id),
    called: ({ id, subject }) => `#${id} ${subject}`,
    version: ({ version }) => version,
    bulk: ({ choices, oversees }) => (oversees ? ticketActions(choices) : []),
    byIds: async ({ api }, ids) => {
      const query = { ids: ids.join(","), per_page: 500, sort: "newest" as const, ...own };
      const answer = await api.ticketing.ticketList({ query, body: {} });
      return answer.status === 200 ? answer.body.data : [];
    },
  });
}

/** All tickets that the viewer may see, by the filters of R121. */
export const tickets = ticketsAt("/ticketing/tickets", "tickets", {});

/** One's own. */
export const myTickets = ticketsAt("/ticketing/main", "my-tickets", { member: "me" });
