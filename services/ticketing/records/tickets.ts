import { sql } from "kysely";
import { z } from "zod";
import { clockKinds, priorities, statuses } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { Colour, TicketMember } from "../contract.fields";
import type { Ticket } from "../contract.schemas";

const NamedRecord = z.object({ id: z.number(), name: z.string() });
type NamedRecord = z.infer<typeof NamedRecord>;
const instant = z.date().nullable();
export const slaStates = ["none", "running", "paused", "met", "missed"] as const;
const reference = z.number().nullable();

/** A ticket as the database has it, with the names of what it points to. */
export const TicketRow = z.object({
  id: z.number(),
  uuid: z.string(),
  customer_account: z.string(),
  subject: z.string(),
  description: z.string(),
  status: z.enum(statuses),
  stage_id: z.number(),
  type_id: reference,
  priority_id: z.number(),
  urgency_id: reference,
  impact_id: reference,
  disposition_id: reference,
  sub_disposition_id: reference,
  channel_id: reference,
  policy_id: reference,
  ruling_policy_id: reference,
  customer_id: z.string().nullable(),
  contact_id: z.string().nullable(),
  customer_name: z.string(),
  customer_phone: z.string(),
  customer_email: z.string(),
  customer_key: z.string().nullable(),
  from_customer: z.boolean(),
  source: z.string(),
  reported_account: z.string().nullable(),
  product: z.string(),
  cc: z.array(z.string()),
  unproven: z.boolean(),
  reported_by: z.string().nullable(),
  rank: z.string(),
  version: z.number(),
  comments: z.number(),
  files_count: z.number(),
  reopened: z.number(),
  created_by: z.string().nullable(),
  created_by_name: z.string(),
  created_at: z.date(),
  updated_at: z.date(),
  asked_at: instant,
  first_response_at: instant,
  waiting_since: instant,
  resolved_at: instant,
  closed_at: instant,
  reopened_at: instant,
  due_at: instant,
  due_clock: z.enum(clockKinds).nullable(),
  warn_at: instant,
  sla_state: z.enum(slaStates),
  breached_at: instant,
  merged_into: reference,
  deleted_at: instant,
});
export type TicketRow = z.infer<typeof TicketRow>;

/** A row of `namedColumns`. */
export const NamedRow = TicketRow.extend({
  stage: z.string(),
  colour: Colour,
  board_id: z.number(),
  pauses: z.boolean(),
  type: z.string().nullable(),
  disposition: z.string().nullable(),
  sub_disposition: z.string().nullable(),
  policy: z.string().nullable(),
  groups: z.array(NamedRecord),
  members: z.array(TicketMember),
});
export type NamedRow = z.infer<typeof NamedRow>;

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
  return checkedRow(trx, NamedRow, sql`${named(found, sql`t.id`)}`, { batched: true });
}

/** Tickets by their ids, in no order; deleted and merged ones too. */
export function ticketRows(trx: Trx, account: string, ids: readonly number[]): Promise<NamedRow[]> {
  const found = sql`select * from ticketing.tickets t where t.customer_account = ${account} and t.id = any(${bigints(ids)})`;
  return checkedRows(trx, NamedRow, sql`${named(found, sql`t.id`)}`, { batched: true });
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
