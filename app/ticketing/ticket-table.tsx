import { ago, showDate } from "../../rules/format";
import { priorities } from "../../rules/ticket-labels";
import type { Ticket } from "../../services/ticketing/contract.schemas";
import { href } from "../href";
import { Badge, type BadgeKind } from "../kit/ui/badge";
import { Status } from "../kit/ui/status";
import { type Column, RowLink } from "../kit/ui/table";
import { Due } from "./due";
import { statusWords } from "./labels";
import { bulkForm, SelectAll } from "./ticked";

const loud: Record<number, BadgeKind> = { 5: "bad", 4: "warn" };

/** A priority in a word; the pressing ones stand out. */
export function Priority({ id }: { id: number }) {
  const name = priorities.find((priority) => priority.id === id)?.name ?? "";
  return loud[id] ? <Badge kind={loud[id]}>{name}</Badge> : <span className="text-quiet">{name}</span>;
}

type Drawn = { now: number; zone: string; ticks: boolean };

export function ticketColumns({ now, zone, ticks }: Drawn): Column<Ticket>[] {
  const tick: Column<Ticket> = {
    name: "tick",
    label: "Select",
    head: <SelectAll />,
    alignEnd: true,
    mobileOrder: 6,
    cell: (ticket) => (
      <label className="tick -my-2 -ml-2 inline-grid! size-8 align-middle place-items-center p-0! max-sm:size-10">
        <input
          key={ticket.version}
          type="checkbox"
          name="ids"
          value={ticket.id}
          form={bulkForm}
          className="m-0!"
          aria-label={`Select #${ticket.id} ${ticket.subject}`}
        />
      </label>
    ),
  };
  return [
    ...(ticks ? [tick] : []),
    { name: "number", label: "Number", mobileOrder: 5, num: true, cell: (ticket) => `#${ticket.id}` },
    {
      name: "subject",
      label: "Subject",
      wide: true,
      mobileOrder: 2,
      cell: (ticket) => (
        <RowLink to={href("/ticketing/show/:index", { index: ticket.id })}>{ticket.subject || "No subject"}</RowLink>
      ),
    },
    {
      name: "status",
      label: "Status",
      alignEnd: true,
      mobileOrder: 2,
      cell: ({ status }) => <Status kind={statusWords[status].kind}>{statusWords[status].word}</Status>,
    },
    {
      name: "stage",
      label: "Stage",
      spare: true,
      hideOnSmall: true,
      cell: (ticket) => ticket.stages[0]?.name ?? "–",
    },
    {
      name: "due",
      label: "Due",
      mobileOrder: 3,
      cell: (ticket) => <Due ticket={ticket} now={now} zone={zone} />,
    },
    {
      name: "priority",
      label: "Priority",
      alignEnd: true,
      mobileOrder: 3,
      cell: (ticket) => <Priority id={ticket.priority_id} />,
    },
    {
      name: "customer",
      label: "Customer",
      mobileOrder: 4,
      cell: ({ customer }) => customer.name || customer.phone || customer.email || "–",
    },
    {
      name: "members",
      label: "Member",
      hideOnSmall: true,
      cell: ({ members }) =>
        members[0] ? `${members[0].name}${members.length > 1 ? `, ${members.length - 1} more` : ""}` : "Unassigned",
    },
    {
      name: "updated",
      label: "Changed",
      muted: true,
      hideOnSmall: true,
      cell: (ticket) => (
        <time dateTime={ticket.updated_at} title={showDate(ticket.updated_at, zone)}>
          {ago(ticket.updated_at, now)}
        </time>
      ),
    },
  ];
}
