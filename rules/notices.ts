import type { Permission, Product } from "./access";
import { givenPath } from "./given-records";

/** The modules that notify people, in the order in which they are listed, with the names that people read. */
export const noticeModules = {
  ticketing: "Ticketing",
  chat: "Chat",
  sms: "SMS",
  email: "Email",
  whatsapp: "WhatsApp",
  contacts: "Contacts",
  billing: "Billing",
  voice: "Voice",
  people: "People",
  crm: "CRM",
  support: "Support",
} as const;
export type NoticeModule = keyof typeof noticeModules;
export const noticeModuleNames = Object.keys(noticeModules) as NoticeModule[];

type NoticeKindDefinition = {
  module: NoticeModule;
  /** When one is notified, as the preferences say it. */
  label: string;
  /** Who may read it; checked whenever it is read or mailed. Those of the page that it leads to. */
  products?: readonly Product[];
  permissions?: readonly Permission[];
  /** Who hears of it, where it is no one person's: everybody with one of these permissions. */
  audience?: readonly Permission[];
  /** Mailed to those who have not chosen. Everything is shown in the product unless somebody chose otherwise. */
  email: boolean;
  /** The page that it leads to; of many at once (`many`) there is no one subject. */
  path(subject: string): string;
  /** What one notice says in the place of many of the same moment. Without it each is shown. */
  many?(count: number): string;
};

const ticket = {
  module: "ticketing",
  products: ["Ticketing"],
  permissions: ["View tickets", "View my tickets"],
  email: false,
  path: (id: string) => `/ticketing/show/${id}`,
} as const;
const sms = {
  module: "sms",
  products: ["SMS", "BULK"],
  permissions: ["View bulk message"],
  path: (id: string) => `/sms/history/${id}`,
} as const;
const whatsapp = {
  module: "whatsapp",
  products: ["Whatsapp"],
  permissions: ["Create whatsapp message", "View whatsapp outbox"],
  path: (id: string) => `/whatsapp/inboxes/broadcasts/${id}`,
} as const;
const billing = {
  module: "billing",
  permissions: ["Manage settings", "Can view all billing information"],
  audience: ["Can view all billing information"],
} as const;
const crm = { module: "crm", products: ["CRM", "Jibu 360"] } as const;
const ofRecords = { ...crm, permissions: ["View crm leads", "View crm contacts", "View crm deals"] } as const;
/** What a person has to do for the CRM. */
const task = {
  ...ofRecords,
  email: false,
  path: (id: string) => (id === "" ? "/crm/contactactions/day" : `/crm/contactactions/tasks/${id}`),
} as const;
/** An appointment with a customer. */
const appointment = { ...ofRecords, path: (id: string) => `/crm/contactactions/${id}` };
/** Records that were not touched for longer than their stage allows. */
const waiting = { ...crm, email: false } as const;
/** A record of the CRM gets a sales manager. Of several at once the subject is whose they are now: their list leads with them. */
const given = { ...crm, email: false } as const;
/** A note about a record of the CRM names somebody. */
const mention = {
  ...crm,
  email: false,
  many: (count: number) => `Colleagues mentioned you in ${count} notes.`,
} as const;
/** Issues that were reported to the support desk: everybody may report one, and read what became of it. */
const issue = { module: "support", path: () => "/issues" } as const;

/** Everything that people are notified of. The kinds of tickets have their documented names. */
export const noticeKinds = {
  assigned: { ...ticket, label: "A ticket is given to me", email: true },
  "new in group": { ...ticket, label: "A new ticket comes to my group" },
  "status changed": { ...ticket, label: "A ticket that I watch changes its status" },
  commented: { ...ticket, label: "A colleague comments on my ticket" },
  "customer replied": { ...ticket, label: "The customer answers" },
  "sla warning": { ...ticket, label: "A due time comes near" },
  "sla breached": { ...ticket, label: "A due time is missed", email: true },
  automation: { ...ticket, label: "A rule notifies me", email: true },
  "conversation assigned": {
    module: "chat",
    label: "A conversation is given to me",
    products: ["Chats"],
    permissions: ["View chat inbox"],
    email: false,
    path: (id) => (id === "" ? "/chat/inbox" : `/chat/inbox?chat=${id}`),
    many: (count) => `${count} conversations were given to you.`,
  },
  "conversation resumed": {
    module: "chat",
    label: "A snoozed conversation of mine is back",
    products: ["Chats"],
    permissions: ["View chat inbox"],
    email: false,
    path: (id) => (id === "" ? "/chat/inbox?view=mine" : `/chat/inbox?chat=${id}`),
    many: (count) => `${count} snoozed conversations of yours are back.`,
  },
  "conversation mention": {
    module: "chat",
    label: "A colleague mentions me in a note",
    products: ["Chats"],
    permissions: ["View chat inbox"],
    email: false,
    path: (id) => (id === "" ? "/chat/inbox" : `/chat/inbox?chat=${id}`),
    many: (count) => `Colleagues mentioned you in ${count} notes.`,
  },
  "conversation waiting": {
    module: "chat",
    label: "A customer waits longer than the maximum wait",
    products: ["Chats"],
    permissions: ["Manage chat team"],
    audience: ["Manage chat team"],
    email: false,
    path: () => "/chat/team/wall",
  },
  "blast ended": { ...sms, label: "An SMS that I sent has ended", email: false },
  "blast stopped": { ...sms, label: "An SMS that I sent was stopped", email: true },
  "mailing stopped": {
    module: "email",
    label: "An email that I sent was stopped",
    products: ["Email"],
    permissions: ["View bulk message", "Send bulk message", "Send single message"],
    email: true,
    path: (id) => `/email/outbox/${id}`,
  },
  "broadcast ended": { ...whatsapp, label: "A WhatsApp broadcast that I sent has ended", email: false },
  "broadcast stopped": { ...whatsapp, label: "A WhatsApp broadcast that I sent was stopped", email: true },
  "import ended": {
    module: "contacts",
    label: "An import that I started has ended",
    products: ["SMS", "Email", "Airtime"],
    permissions: ["Create contacts"],
    email: false,
    path: (id) => `/contacts/contact-group/import/${id}`,
  },
  "payment received": {
    ...billing,
    label: "A payment is received",
    email: false,
    path: (id) => `/settings/selfcare/topup/${id}`,
  },
  "balance low": { ...billing, label: "The balance is low", email: true, path: () => "/settings/selfcare" },
  "invitation accepted": {
    module: "people",
    label: "Someone accepts my invitation",
    products: ["Chats", "Voice", "SMS", "USSD Codes", "Value Added Services", "Payments"],
    permissions: ["Create user", "Edit user", "Remove user", "View user"],
    email: false,
    path: (id) => `/settings/users/${id}/details`,
  },
  appointment: { ...appointment, label: "An appointment of mine is near", email: true },
  "appointment answered": {
    ...appointment,
    label: "A customer answers the invitation to an appointment of mine",
    email: false,
  },
  "lead given": {
    ...given,
    label: "A lead is given to me",
    permissions: ["View crm leads"],
    path: (subject) => givenPath("/crm/leads", "/crm/lead", subject),
    many: (count) => `${count} leads were given to you.`,
  },
  "contact given": {
    ...given,
    label: "A contact is given to me",
    permissions: ["View crm contacts"],
    path: (subject) => givenPath("/crm/contacts", "/crm/contact", subject),
    many: (count) => `${count} contacts were given to you.`,
  },
  "deal given": {
    ...given,
    label: "A deal is given to me",
    permissions: ["View crm deals"],
    path: (subject) => givenPath("/crm/deals?view=table", "/crm/deal", subject),
    many: (count) => `${count} deals were given to you.`,
  },
  "organisation given": {
    ...given,
    label: "An organisation is given to me",
    permissions: ["View crm contacts"],
    path: (subject) => givenPath("/crm/organisations", "/crm/organisations", subject, "name"),
    many: (count) => `${count} organisations were given to you.`,
  },
  "lead mention": {
    ...mention,
    label: "A colleague mentions me in a note about a lead",
    permissions: ["View crm leads"],
    path: (id) => (id === "" ? "/crm/leads" : `/crm/lead/${id}`),
  },
  "contact mention": {
    ...mention,
    label: "A colleague mentions me in a note about a contact",
    permissions: ["View crm contacts"],
    path: (id) => (id === "" ? "/crm/contacts" : `/crm/contact/${id}`),
  },
  "deal mention": {
    ...mention,
    label: "A colleague mentions me in a note about a deal",
    permissions: ["View crm deals"],
    path: (id) => (id === "" ? "/crm/deals" : `/crm/deal/${id}`),
  },
  "task given": {
    ...task,
    label: "A task is given to me",
    many: (count) => `${count} tasks were given to you.`,
  },
  "task due": {
    ...task,
    label: "A task of mine is due",
    many: (count) => `${count} tasks of yours are due.`,
  },
  "lead arrived": {
    ...crm,
    label: "A lead comes to me from a form",
    permissions: ["View crm leads"],
    audience: ["View crm leads"],
    email: true,
    path: (id) => (id === "" ? "/crm/leads" : `/crm/lead/${id}`),
    many: (count) => `${count} leads came from forms.`,
  },
  "quote answered": {
    ...crm,
    label: "A customer answers a quote of mine",
    permissions: ["View crm deals"],
    email: true,
    path: (id) => (id === "" ? "/crm/quotes" : `/crm/quotes/${id}`),
    many: (count) => `${count} quotes of yours were answered.`,
  },
  "lead waiting": {
    ...waiting,
    label: "A lead of mine waits too long",
    permissions: ["View crm leads"],
    path: (id) => (id === "" ? "/crm/leads?rotting=1" : `/crm/lead/${id}`),
    many: (count) => `${count} leads of yours wait longer than their stages allow.`,
  },
  "contact waiting": {
    ...waiting,
    label: "A contact of mine waits too long",
    permissions: ["View crm contacts"],
    path: (id) => (id === "" ? "/crm/contacts?rotting=1" : `/crm/contact/${id}`),
    many: (count) => `${count} contacts of yours wait longer than their stages allow.`,
  },
  "deal waiting": {
    ...waiting,
    label: "A deal of mine waits too long",
    permissions: ["View crm deals"],
    path: (id) => (id === "" ? "/crm/deals?view=table&rotting=1" : `/crm/deal/${id}`),
    many: (count) => `${count} deals of yours wait longer than their stages allow.`,
  },
  "crm import ended": {
    ...crm,
    label: "An import of leads or contacts that I started has ended",
    permissions: ["View crm leads", "View crm contacts"],
    email: false,
    path: (id) => `/crm/import/${id}`,
  },
  "call back due": {
    module: "voice",
    label: "A call that I promised is due",
    products: ["Voice"],
    permissions: ["Make outbound calls"],
    email: false,
    path: () => "/voice/outbound",
  },
  "issue answered": { ...issue, label: "Support answers an issue that I reported", email: false },
  "issue resolved": { ...issue, label: "An issue that I reported is resolved", email: true },
} as const satisfies Record<string, NoticeKindDefinition>;

export type NoticeKind = keyof typeof noticeKinds;
export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]];

export function noticeKind(name: NoticeKind): NoticeKindDefinition {
  return noticeKinds[name];
}

export function kindsOfModule(module: NoticeModule): NoticeKind[] {
  return noticeKindNames.filter((name) => noticeKind(name).module === module);
}

/** Mailed to whoever has not chosen. */
export const mailedKinds: readonly NoticeKind[] = noticeKindNames.filter((name) => noticeKind(name).email);
