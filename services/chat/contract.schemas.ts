import { z } from "zod";
import { labelColourNames } from "../../rules/chat-labels";
import { chatPriorities } from "../../rules/chat-priority";
import {
  AgentStatus,
  authors,
  Channel,
  Count,
  fileStatuses,
  messageStatuses,
  messageTypes,
  Seconds,
} from "./contract.fields";

/** A label that a conversation has. */
export const ContactLabel = z.object({ id: z.number().int(), name: z.string(), colour: z.enum(labelColourNames) });
export type ContactLabel = z.infer<typeof ContactLabel>;

/** One conversation, with the fields of spec 2 §3 (chat contact) and what an inbox needs besides. */
export const Contact = z.object({
  contact_id: z.number().int(),
  user_id: z.string(),
  msisdn: z.string().nullable(),
  email: z.string(),
  name: z.string(),
  recipient: z.string(),
  channel: Channel,
  inbox_id: z.number().int(),
  inbox: z.string(),
  customer_account: z.string(),
  person_id: z.number().int(),
  response_by: z.string(),
  participant_id: z.string().nullable(),
  opened: z.boolean(),
  started: Seconds.nullable(),
  ended: z.boolean(),
  ended_at: Seconds.nullable(),
  ended_by: z.string(),
  postchat: z.boolean(),
  /** Minutes of the customer's silence. */
  idle_time: Count,
  assigned: Seconds.nullable(),
  disposition_ignored: Seconds.nullable(),
  disposed_at: Seconds.nullable(),
  /** "Type: item" once it is set. */
  disposition: z.string(),
  latest_message: z.string(),
  latest_at: Seconds,
  latest_is_admin: z.boolean(),
  /** That message is ours and did not reach the customer. */
  latest_failed: z.boolean().default(false),
  unread: Count,
  waiting_since: Seconds.nullable(),
  /** Back in the queue and not answered: it goes before those who wait for a first answer. */
  again: z.boolean().default(false),
  /** The agent it is kept for. */
  preferred_agent: z.string().nullable(),
  /** The team that it was given to last, and its name. */
  team_id: z.number().int().nullable().default(null),
  team: z.string().default(""),
  /** No member of the team was there for the maximum wait: it waits for everyone. */
  team_opened: z.boolean().default(false),
  /** While it waits: the skill that whoever is given it must have, and until when; null: for as long as it waits. */
  skill_id: z.number().int().nullable().default(null),
  skill: z.string().default(""),
  skill_until: Seconds.nullable().default(null),
  priority: z.enum(chatPriorities).default("normal"),
  /** By name. */
  labels: z.array(ContactLabel).default([]),
  /** Put aside until then, and by whom; null: it is not snoozed. */
  snoozed_until: Seconds.nullable().default(null),
  snoozed_by: z.string().default(""),
  last_customer_at: Seconds.nullable(),
  /** The address that answers are mailed to as well: the message was left when nobody was there. Empty: none. */
  mail_to: z.string().default(""),
  rating: z.number().int().nullable(),
  created_at: Seconds,
  updated_at: Seconds,
});
export type Contact = z.infer<typeof Contact>;

/** A message, with the fields of spec 2 §3 (chat message). `id` is the server's order, for cursors. */
export const Message = z.object({
  id: z.number().int(),
  message_id: z.string(),
  contact_id: z.number().int(),
  author: z.enum(authors),
  by: z.string(),
  type: z.enum(messageTypes),
  data: z.object({ text: z.string(), meta: z.record(z.string(), z.unknown()) }),
  /** The network's time. */
  date: Seconds,
  isAdmin: z.boolean(),
  message: z.string(),
  meta: z.record(z.string(), z.unknown()),
  /** A link to the file that a session opens; empty without one. */
  url: z.string(),
  /** The same when it is an image. */
  image: z.string(),
  /** The stored file, for services of ours. */
  file_id: z.string().nullable(),
  file_name: z.string(),
  /** By its bytes; empty until it is here. */
  file_type: z.string(),
  /** Null: it is here, or there is none. */
  file_status: z.enum(fileStatuses).nullable(),
  extension: z.string(),
  bytes: z.number().int().nullable(),
  channel: Channel,
  status: z.enum(messageStatuses),
  /** Why it failed, or its file did, in words. */
  reason: z.string(),
  deleted: z.boolean(),
});
export type Message = z.infer<typeof Message>;

/** An agent (spec 2 §3, participant). */
export const Participant = z.object({
  participant_id: z.string(),
  customer_account: z.string(),
  email: z.string(),
  name: z.string(),
  status: AgentStatus,
  engaged: z.boolean(),
  shouldAssign: z.boolean(),
  conversations: Count,
  /** Of these, those whose customer has been silent for ten minutes, and snoozed ones: they take no slot. */
  idle: Count.default(0),
  /** Their own limits or the account's. */
  max_conversation: Count,
  active_conversations: Count,
  own_limits: z.boolean(),
  channels: z.array(Channel),
  status_since: Seconds,
  /** A tab of theirs was heard of in the last 90 s. */
  present: z.boolean(),
  updated_at: Seconds,
});
export type Participant = z.infer<typeof Participant>;

/** A break record (spec 2 §3): one for each status, closed by the next (Q083). */
export const Break = z.object({
  id: z.number().int(),
  participant_id: z.string(),
  name: z.string(),
  customer_account: z.string(),
  status: AgentStatus,
  time: Seconds,
  time_ended: Seconds.nullable(),
});
export type Break = z.infer<typeof Break>;

export const ChatActivity = z.object({
  id: z.number().int(),
  contact_id: z.number().int(),
  date: Seconds,
  description: z.string(),
  color: z.string(),
  customer_account: z.string(),
  by: z.string(),
  action: z.string(),
});
export type ChatActivity = z.infer<typeof ChatActivity>;

/** A customer, and every door they came through. */
export const ChatPerson = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  msisdn: z.string().nullable(),
  language: z.string(),
  verified: z.boolean(),
  fields: z.record(z.string(), z.string()),
  blocked: z.boolean(),
  identities: z.array(z.object({ channel: Channel, inbox: z.string(), external_id: z.string(), since: Seconds })),
  /** Others that were joined into this one by hand; each can be parted again. */
  merged: z.array(z.object({ id: z.number().int(), name: z.string() })),
});
export type ChatPerson = z.infer<typeof ChatPerson>;

/** Until when one may write freely, as the network rules (statements M16, M17); `until` null: no end. */
export const Window = z.object({
  open: z.boolean(),
  until: Seconds.nullable(),
  /** What holds when it is closed, in words. */
  words: z.string(),
});

export const Inbox = z.object({
  id: z.number().int(),
  channel: Channel,
  ref: z.string(),
  name: z.string(),
  active: z.boolean(),
});
export type Inbox = z.infer<typeof Inbox>;
