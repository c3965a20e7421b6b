import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { labelColourNames } from "../../../rules/chat-labels";
import { priorityAt } from "../../../rules/chat-priority";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { seconds } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { Channel } from "../contract.fields";
import { Contact } from "../contract.schemas";
import type { UnitOfWork } from "../workspace/unit-of-work";

const instant = z.date().nullable();

/** A conversation as it is stored, with the names that belong to it: a row of `contactColumns`. */
export const ContactRow = z.object({
  customer_account: z.string(),
  contact_id: z.number(),
  inbox_id: z.number(),
  inbox: z.string(),
  channel: Channel,
  user_id: z.string(),
  person_id: z.number(),
  msisdn: z.string().nullable(),
  email: z.string(),
  name: z.string(),
  recipient: z.string(),
  response_by: z.string(),
  participant_id: z.string().nullable(),
  opened: z.boolean(),
  ended: z.boolean(),
  postchat: z.boolean(),
  idle_time: z.number(),
  started: instant,
  assigned: instant,
  ended_at: instant,
  ended_by: z.string(),
  disposition_ignored: instant,
  disposition_type_id: z.number().nullable(),
  disposition_item_id: z.number().nullable(),
  disposition_note: z.string(),
  disposed_at: instant,
  disposition_label: z.string(),
  latest_message: z.string(),
  latest_at: z.date(),
  latest_is_admin: z.boolean(),
  latest_failed: z.boolean(),
  mail_to: z.string(),
  mailed_upto: z.number(),
  unread: z.number(),
  waiting_since: instant,
  wait_told_at: instant,
  again: z.boolean(),
  preferred_agent: z.string().nullable(),
  team_id: z.number().nullable(),
  team: z.string(),
  team_given_at: instant,
  team_taken_at: instant,
  team_opened_at: instant,
  skill_id: z.number().nullable(),
  skill: z.string(),
  skill_until: instant,
  priority: z.number(),
  snoozed_at: instant,
  snoozed_until: instant,
  snoozed_by: z.string(),
  snoozed_seconds: z.number(),
  labels: z.array(z.object({ id: z.number(), name: z.string(), colour: z.enum(labelColourNames) })),
  last_customer_at: instant,
  first_reply_at: instant,
  language: z.string(),
  form: z.record(z.string(), z.string()),
  page: z.object({ url: z.string().optional(), title: z.string().optional() }),
  previous: z.number().nullable(),
  rating: z.number().nullable(),
  rating_note: z.string(),
  created_at: z.date(),
  updated_at: z.date(),
});
export type ContactRow = z.infer<typeof ContactRow>;

/** The customer waits, and was told in this wait that they need not stay. */
export function wasToldToLeave({ opened, waiting_since, wait_told_at }: ContactRow): boolean {
  return !opened && waiting_since !== null && wait_told_at !== null && wait_told_at >= waiting_since;
}

/** What a conversation is read from: `c` the conversation, `i` its channel, `g` its team, `k` the skill that it waits for. */
export const contactSource = sql`chat.contacts c join chat.inboxes i on i.customer_account = c.customer_account and i.id = c.inbox_id
  left join chat.teams g on g.customer_account = c.customer_account and g.id = c.team_id
  left join chat.skills k on k.customer_account = c.customer_account and k.id = c.skill_id`;
const labels = sql`coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'colour', l.colour) order by lower(l.name), l.id)
  from chat.contact_labels x join chat.labels l on l.customer_account = x.customer_account and l.id = x.label_id
  where x.customer_account = c.customer_account and x.contact_id = c.contact_id), '[]') as labels`;
export const contactColumns = sql`c.*, i.name as inbox, coalesce(g.name, '') as team, coalesce(k.name, '') as skill, ${labels}`;

/** Waiting conversations `c` in the order in which they are answered: how urgent, back in the queue, how long they wait. */
export const queueOrder = sql`c.priority desc, c.again desc, c.waiting_since, c.contact_id`;

/** A conversation `c` that has a label. */
export function labelledWith(label: number) {
  return sql<SqlBool>`exists (select from chat.contact_labels x where x.customer_account = c.customer_account
    and x.contact_id = c.contact_id and x.label_id = ${label})`;
}

/** Conversations by a condition on `c`, in an order. */
export function contactRows(
  trx: Trx,
  account: string,
  where: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
  limit: number,
): Promise<ContactRow[]> {
  return checkedRows(
    trx,
    ContactRow,
    sql`
    select ${contactColumns} from ${contactSource}
    where c.customer_account = ${account} and ${where} order by ${order} limit ${limit}::bigint`,
  );
}

export function contactRow(trx: Trx, account: string, id: number): Promise<ContactRow | undefined> {
  return checkedRow(
    trx,
    ContactRow,
    sql`select ${contactColumns} from ${contactSource} where c.customer_account = ${account} and c.contact_id = ${id}`,
  );
}

const none = "There is no such conversation.";

/** @throws HttpError 404 when it is not there */
export async function mustHave(trx: Trx, account: string, id: number): Promise<ContactRow> {
  const found = await contactRow(trx, account, id);
  if (!found) throw new HttpError(404, none);
  return found;
}

/** The same, its row locked until the commit. @throws HttpError 404 */
export async function mustLock({ trx, account }: UnitOfWork, id: number): Promise<ContactRow> {
  const found = await checkedRow(
    trx,
    ContactRow,
    sql`
    select ${contactColumns} from ${contactSource} where c.customer_account = ${account} and c.contact_id = ${id} for update of c`,
  );
  if (!found) throw new HttpError(404, none);
  return found;
}

/** As the contract has it. */
export function shownContact(found: ContactRow): Contact {
  return Contact.parse({
    ...found,
    disposition: found.disposition_label,
    priority: priorityAt(found.priority),
    team_opened: found.team_opened_at !== null,
    skill_until: seconds(found.skill_until),
    started: seconds(found.started),
    assigned: seconds(found.assigned),
    ended_at: seconds(found.ended_at),
    disposition_ignored: seconds(found.disposition_ignored),
    disposed_at: seconds(found.disposed_at),
    snoozed_until: seconds(found.snoozed_until),
    latest_at: seconds(found.latest_at),
    waiting_since: seconds(found.waiting_since),
    last_customer_at: seconds(found.last_customer_at),
    created_at: seconds(found.created_at),
    updated_at: seconds(found.updated_at),
  });
}
