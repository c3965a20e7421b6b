import { sql } from "kysely";
import { priorities, statuses, type TicketStatus } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { row } from "../../kit/rows";
import type { Ticket } from "../contract.schemas";

type NamedRecord = { id: number; name: string };

/** A ticket as the database has it, with the names of what it points to. */
export type TicketRow = {
  id: number;
  uuid: string;
  customer_account: string;
  subject: string;
  description: string;
  status: TicketStatus;
  stage_id: number;
  type_id: number | null;
  priority_id: number;
  urgency_id: number | null;
  impact_id: number | null;
  disposition_id: number | null;
  sub_disposition_id: number | null;
  channel_id: number | null;
  policy_id: number | null;
  ruling_policy_id: number | null;
  customer_id: string | null;
  contact_id: string | null;
  customer_name: string;
  customer_phone: string;
  customer_email: string;
  customer_key: string | null;
  from_customer: boolean;
  source: string;
  reported_account: string | null;
  product: string;
  cc: string[];
  unproven: boolean;
  reported_by: string | null;
  rank: string;
  version: number;
  comments: number;
  files_count: number;
  reopened: number;
  created_by: string | null;
  created_by_name: string;
  created_at: Date;
  updated_at: Date;
  asked_at: Date | null;
  first_response_at: Date | null;
  waiting_since: Date | null;
  resolved_at: Date | null;
  closed_at: Date | null;
  reopened_at: Date | null;
  due_at: Date | null;
  due_clock: Ticket["due_clock"];
  warn_at: Date | null;
  sla_state: "none" | "running" | "paused" | "met" | "missed";
  breached_at: Date | null;
  merged_into: number | null;
  deleted_at: Date | null;
};
export type NamedRow = TicketRow & {
  stage: string;
  colour: Ticket["stages"][number]["colour"];
  board_id: number;
  pauses: boolean;
  type: string | null;
  disposition: string | null;
  sub_disposition: string | null;
  policy: string | null;
  groups: NamedRecord[];
  members: Ticket["members"];
};

/** `select ${namedColumns} ${namedTickets} and …`, the ticket being `t`. */
export const namedColumns = sql.raw(`t.*, s.name as stage, s.colour, s.board_id, s.pauses, ty.name as type,
  d.name as disposition, sd.name as sub_disposition, p.name as policy,
  coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
    from ticketing.ticket_groups tg join ticketing.groups g on g.customer_account = tg.customer_account and g.id = tg.group_id
    where tg.customer_account = t.customer_account and tg.ticket_id = t.id), '[]') as groups,
  coalesce((select jsonb_agg(jsonb_build_object('id', m.user_id, 'name', w.name, 'email', w.email) order by m.at, w.name)
    from ticketing.ticket_members m join ticketing.people w on w.customer_account = m.customer_account and w.user_id = m.user_id
    where m.customer_account = t.customer_account and m.ticket_id = t.id and not m.watches), '[]') as members`);

const namesOfTickets = sql.raw(`
  join ticketing.stages s on s.customer_account = t.customer_account and s.id = t.stage_id
  left join ticketing.types ty on ty.customer_account = t.customer_account and ty.id = t.type_id
  left join ticketing.dispositions d on d.customer_account = t.customer_account and d.id = t.disposition_id
  left join ticketing.dispositions sd on sd.customer_account = t.customer_account and sd.id = t.sub_disposition_id
  left join ticketing.policies p on p.customer_account = t.customer_account and p.id = t.ruling_policy_id`);

/** The tickets with their names, of rows found first: the names are looked up for those alone. */
export function named(found: ReturnType<typeof sql>, order: ReturnType<typeof sql>) {
  return sql`select ${namedColumns} from (${found}) t ${namesOfTickets} order by ${order}`;
}

/** One ticket, deleted and merged ones too. */
export function ticketRow(trx: Trx, account: string, id: number): Promise<NamedRow | undefined> {
  const found = sql`select * from ticketing.tickets t where t.customer_account = ${account} and t.id = ${id}`;
  return row<NamedRow>(trx, sql`${named(found, sql`t.id`)}`, { batched: true });
}

/** How it stands now: the sweep may not have come by yet. */
export function ticketSla(ticket: TicketRow, now: Date): Ticket["sla"] {
  const broken = ticket.breached_at !== null;
  switch (ticket.sla_state) {
    case "running":
      if (broken || (ticket.due_at && ticket.due_at <= now)) return "breached";
      return ticket.warn_at && ticket.warn_at <= now ? "near" : "on track";
    case "paused":
      return broken ? "breached" : "paused";
    default:
      return ticket.sla_state;
  }
}

const iso = (at: Date | null) => at?.toISOString() ?? null;
const refs = (id: number | null, name: string | null): NamedRecord[] =>
  id === null || name === null ? [] : [{ id, name }];

/** As the contract shows it. */
export function shown(row: NamedRow, now: Date): Ticket {
  const status_id = statuses.indexOf(row.status) + 1;
  const priority = priorities.find(({ id }) => id === row.priority_id);
  return {
    id: row.id,
    uuid: row.uuid,
    customer_account: row.customer_account,
    subject: row.subject,
    description: row.description,
    status: row.status,
    status_id,
    stage_id: row.stage_id,
    type_id: row.type_id,
    priority_id: row.priority_id,
    urgency_id: row.urgency_id,
    impact_id: row.impact_id,
    disposition_id: row.disposition_id,
    sub_disposition_id: row.sub_disposition_id,
    channel_id: row.channel_id,
    policy_id: row.policy_id,
    customer_id: row.customer_id,
    contact_id: row.contact_id,
    customer: { name: row.customer_name, phone: row.customer_phone, email: row.customer_email },
    statuses: [{ id: status_id, name: row.status }],
    stages: [{ id: row.stage_id, name: row.stage, colour: row.colour, board_id: row.board_id }],
    priorities: priority ? [{ ...priority }] : [],
    types: refs(row.type_id, row.type),
    policies: refs(row.ruling_policy_id, row.policy),
    dispositions: [...refs(row.disposition_id, row.disposition), ...refs(row.sub_disposition_id, row.sub_disposition)],
    groups: row.groups,
    members: row.members,
    source: row.source,
    comments: row.comments,
    files_count: row.files_count,
    due_at: iso(row.due_at),
    due_clock: row.due_clock,
    sla: ticketSla(row, now),
    why: null,
    breached_at: iso(row.breached_at),
    created_by: row.created_by,
    created_by_name: row.created_by_name,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    first_response_at: iso(row.first_response_at),
    resolved_at: iso(row.resolved_at),
    closed_at: iso(row.closed_at),
    reopened: row.reopened,
    version: row.version,
    rank: row.rank,
    merged_into: row.merged_into,
    deleted_at: iso(row.deleted_at),
  };
}
