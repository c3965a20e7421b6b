import type { Contact, Message } from "../../services/chat/contract.schemas";

/** A conversation that waits, unless the changes say otherwise. */
export function conversation(id: number, changes: Partial<Contact> = {}): Contact {
  return {
    contact_id: id,
    user_id: `visitor-${id}`,
    msisdn: null,
    email: "",
    name: `Customer ${id}`,
    recipient: "",
    channel: "webchat",
    inbox_id: 1,
    inbox: "Shop",
    customer_account: "100001",
    person_id: id,
    response_by: "",
    participant_id: null,
    opened: false,
    started: null,
    ended: false,
    ended_at: null,
    ended_by: "",
    postchat: false,
    idle_time: 0,
    assigned: null,
    disposition_ignored: null,
    disposed_at: null,
    disposition: "",
    latest_message: "Habari",
    latest_at: 1_000 + id,
    latest_is_admin: false,
    latest_failed: false,
    unread: 1,
    waiting_since: 1_000 + id,
    again: false,
    preferred_agent: null,
    team_id: null,
    team: "",
    team_opened: false,
    priority: "normal",
    labels: [],
    snoozed_until: null,
    snoozed_by: "",
    last_customer_at: 1_000 + id,
    mail_to: "",
    rating: null,
    created_at: 1_000 + id,
    updated_at: 1_000 + id,
    ...changes,
  } as Contact;
}

export function answeredBy(id: number, who: string, changes: Partial<Contact> = {}): Contact {
  const now = { opened: true, participant_id: who, response_by: `Agent ${who}`, started: 2_000, waiting_since: null };
  return conversation(id, { ...now, ...changes });
}

export function said(id: number, changes: Partial<Message> = {}): Message {
  const text = changes.message ?? `Message ${id}`;
  return {
    id,
    message_id: `m${id}`,
    contact_id: 1,
    author: "customer",
    by: "Customer 1",
    type: "text",
    data: { text, meta: {} },
    date: 1_000 + id,
    isAdmin: false,
    message: text,
    meta: {},
    url: "",
    image: "",
    file_id: null,
    file_name: "",
    file_type: "",
    file_status: null,
    extension: "",
    bytes: null,
    channel: "webchat",
    status: "received",
    reason: "",
    deleted: false,
    ...changes,
  };
}
