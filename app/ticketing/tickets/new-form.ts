import { href } from "../../href";

/** The fields of the drawer for a new ticket (Q131), as typed. */
export const newFields = [
  "key",
  "subject",
  "description",
  "customer_name",
  "customer_phone",
  "customer_email",
  "type_id",
  "priority_id",
  "urgency_id",
  "impact_id",
  "stage_id",
  "disposition_id",
  "channel_id",
] as const;
export type NewField = (typeof newFields)[number];
export type NewTicketInput = Record<NewField, string> & {
  group_ids: string[];
  member_ids: string[];
  from_customer: boolean;
};

export const nothingTyped: NewTicketInput = {
  key: "",
  subject: "",
  description: "",
  customer_name: "",
  customer_phone: "",
  customer_email: "",
  type_id: "",
  priority_id: "",
  urgency_id: "",
  impact_id: "",
  stage_id: "",
  disposition_id: "",
  channel_id: "",
  group_ids: [],
  member_ids: [],
  from_customer: false,
};

const given = ["subject", "customer_name", "customer_phone", "customer_email"] as const;

/** What a link to the drawer says already; from a conversation (`chat`), the description leads back to it. */
export function typedFromLink(query: URLSearchParams, site: string): NewTicketInput {
  const typed = { ...nothingTyped };
  for (const name of given) typed[name] = (query.get(name) ?? "").slice(0, 300);
  const chat = chatNumber(query);
  if (chat)
    typed.description = `Opened from conversation #${chat}: ${site}${href("/chat/inbox", undefined, { chat })}\n`;
  return typed;
}

/** The conversation that a ticket is opened from. */
export function chatNumber(query: URLSearchParams): string | undefined {
  return /^\d{1,15}$/.exec(query.get("chat") ?? "")?.[0];
}
