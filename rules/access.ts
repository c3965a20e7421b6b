/** The products an account may hold, in the documented spellings (spec 1 §6, spec 2 §6). */
export const products = [
  "SMS",
  "Surveys",
  "Whatsapp",
  "Email",
  "Voice",
  "Vas",
  "Chats",
  "CRM",
  "Jibu 360",
  "Airtime",
  "Payments",
  "Data",
  "Ticketing",
  "Reseller",
  "BULK",
  "USSD Codes",
  "Value Added Services",
] as const;
export type Product = (typeof products)[number];

/** Names of one product: whoever holds one of a line holds the others (products.tsv, aliases). */
const aliases: readonly (readonly Product[])[] = [
  ["SMS", "BULK"],
  ["CRM", "Jibu 360"],
  ["Vas", "Value Added Services"],
];

/** The held products with every alias of theirs. */
export function withAliases(held: readonly string[]): Set<string> {
  const all = new Set(held);
  for (const names of aliases) if (names.some((name) => all.has(name))) for (const name of names) all.add(name);
  return all;
}

/** Every permission of both documents, to the letter (the odd spelling too). */
export const permissions = [
  "View dashboard",
  "Send bulk message",
  "Send single message",
  "View bulk message",
  "View SMS Dashboard",
  "Create Surveys",
  "Create whatsapp message",
  "Set whatsapp bot",
  "View whatsapp outbox",
  "Create contacts",
  "Purcahse VAS for one",
  "Purchase VAS for group",
  "View VAS history",
  "View voice outbound dashboard",
  "View voice inbound dashboard",
  "View inbound voice dispositions",
  "View voice outbound disposition",
  "View supervisor inbound stats",
  "View voice settings",
  "View chat inbox",
  "Manage chat channels",
  "Manage chat team",
  "Manage chat settings",
  "View chat reports",
  "Create child account",
  "View Ticketing",
  "View ticket dashboard",
  "View my tickets",
  "View tickets",
  "View ticket kanban",
  "View ticketing reports",
  "Manage ticketing settings",
  "View CRM",
  "View crm dashboard",
  "View crm leads",
  "View crm contacts",
  "View crm deals",
  "View crm sales",
  "View crm settings",
  "Manage Disbursements",
  "View airtime disbursements",
  "View payments disbursements",
  "Can view help desk",
  "Can view customer satisfaction report",
  "Can view team performance report",
  "Can view customer feedback",
  "Can view chat reports",
  "View custom reports",
  "Can create custom report",
  "Manage settings",
  "Upload payment file",
  "Create user",
  "Edit user",
  "Remove user",
  "View user",
  "View user activities",
  "Create voice agent",
  "Approve voice agent",
  "Can approve sender ID",
  "Can view all senders info",
  "Can manually assign sender ID",
  "Can view all billing information",
  "Can view SMS billing information",
  "Can view chats billing information",
  "Can view voice billing information",
  "Make outbound calls",
  "Receive inbound calls",
] as const;
export type Permission = (typeof permissions)[number];

/** Admin means that the first role is named exactly Super Admin or Owner (R037). */
export function isAdmin(roles: readonly { name: string }[]): boolean {
  return roles[0]?.name === "Super Admin" || roles[0]?.name === "Owner";
}
