import type { CustomerPart } from "../../../rules/customer";
import type { Problem } from "../../../services/kit/contract";
import type { CustomerAddresses, CustomerEvents, CustomerProfile } from "../../../services/kit/contract.customer";
import { mayOpen, type Viewer } from "../../access";
import type { Admitted } from "../../shell/page.server";
import { type Path, routeFor } from "../../sitemap";

type Api = Admitted<"/customer">["api"];
type Answer<Body> = Promise<{ status: 200; body: Body } | { status: number; body: Problem }>;
type Query = { query: { phones: string; emails: string } };
type EventQuery = { query: Query["query"] & { before?: string; limit: number } };

/** A part of the product that knows customers: who may see it, and its two calls. */
export type CustomerSource = {
  part: CustomerPart;
  /** As people call it. */
  name: string;
  may(viewer: Viewer): boolean;
  profile(api: Api, query: Query): Answer<CustomerProfile>;
  events(api: Api, query: EventQuery): Answer<CustomerEvents>;
};

const anyOf =
  (...paths: Path[]) =>
  (viewer: Viewer) =>
    paths.some((path) => mayOpen(viewer, routeFor(path)));

/** Agents too, who may not open the reports of calls. */
const mayHearOfCalls = anyOf("/voice/dispositions/disposition-form", "/voice/reports/calls");

/** In the order in which their names for the customer are taken. */
export const customerSources: readonly CustomerSource[] = [
  {
    part: "sales",
    name: "CRM",
    may: anyOf("/crm/leads", "/crm/contacts", "/crm/deals"),
    profile: (api, query) => api.crm.customer(query),
    events: (api, query) => api.crm.customerEvents(query),
  },
  {
    part: "conversations",
    name: "Chat",
    may: anyOf("/chat/inbox"),
    profile: (api, query) => api.chat.customer(query),
    events: (api, query) => api.chat.customerEvents(query),
  },
  {
    part: "messages",
    name: "SMS",
    may: anyOf("/sms/recipient"),
    profile: (api, query) => api.messaging.customer(query),
    events: (api, query) => api.messaging.customerEvents(query),
  },
  {
    part: "calls",
    name: "Calls",
    may: mayHearOfCalls,
    profile: (api, query) => api.voice.customer(query),
    events: (api, query) => api.voice.customerEvents(query),
  },
  {
    part: "mails",
    name: "Email",
    may: anyOf("/email/outbox"),
    profile: (api, query) => api.email.customer(query),
    events: (api, query) => api.email.customerEvents(query),
  },
  {
    part: "broadcasts",
    name: "WhatsApp",
    may: anyOf("/whatsapp/inboxes/broadcast-history"),
    profile: (api, query) => api.whatsapp.customer(query),
    events: (api, query) => api.whatsapp.customerEvents(query),
  },
  {
    part: "surveys",
    name: "Surveys",
    may: anyOf("/survey"),
    profile: (api, query) => api.survey.customer(query),
    events: (api, query) => api.survey.customerEvents(query),
  },
  {
    part: "tickets",
    name: "Tickets",
    may: anyOf("/ticketing/tickets", "/ticketing/main"),
    profile: (api, query) => api.ticketing.customer(query),
    events: (api, query) => api.ticketing.customerEvents(query),
  },
];

/** The addresses as a call's query says them. */
export function asQuery({ phones, emails }: CustomerAddresses): Query["query"] {
  return { phones: phones.join(","), emails: emails.join(",") };
}
