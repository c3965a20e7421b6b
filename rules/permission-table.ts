import { isAdmin, type Permission, permissions } from "./access";

/** How permissions are grouped where people choose them; the ids are kept for ever. */
export const permissionCategories = [
  { id: 1, name: "General" },
  { id: 2, name: "SMS and email" },
  { id: 3, name: "Contacts" },
  { id: 4, name: "WhatsApp" },
  { id: 5, name: "Chats" },
  { id: 6, name: "Voice" },
  { id: 7, name: "Ticketing" },
  { id: 8, name: "CRM" },
  { id: 9, name: "Surveys" },
  { id: 10, name: "Airtime, data and payments" },
  { id: 11, name: "Value added services" },
  { id: 12, name: "Reports" },
  { id: 13, name: "Billing" },
  { id: 14, name: "People and settings" },
  { id: 15, name: "Approvals" },
] as const;
export type PermissionCategory = (typeof permissionCategories)[number]["name"];

export type PermissionRow = { id: number; name: Permission; category: PermissionCategory; description: string };

/** The place in the table is the id: a new permission goes to the end, none is ever taken out. */
const said: { [P in Permission]: [id: number, category: PermissionCategory, description: string] } = {
  "View dashboard": [1, "General", "See the dashboard with its cards."],
  "Send bulk message": [2, "SMS and email", "Write to whole groups by SMS and by email."],
  "Send single message": [3, "SMS and email", "Write to one person by SMS or by email."],
  "View bulk message": [4, "SMS and email", "Read the history, the outbox and the answers."],
  "View SMS Dashboard": [5, "SMS and email", "See how many messages were sent, arrived and failed."],
  "Create Surveys": [6, "Surveys", "Write surveys, send them and read the answers."],
  "Create whatsapp message": [7, "WhatsApp", "Answer people and send broadcasts on WhatsApp."],
  "Set whatsapp bot": [8, "WhatsApp", "Set what the WhatsApp bot answers."],
  "View whatsapp outbox": [9, "WhatsApp", "See broadcasts and their results."],
  "Create contacts": [10, "Contacts", "Add, change, import and remove contacts, groups and the blacklist."],
  "Purcahse VAS for one": [11, "Value added services", "Buy a value added service for one number."],
  "Purchase VAS for group": [12, "Value added services", "Buy a value added service for a whole group."],
  "View VAS history": [13, "Value added services", "See what was bought, for which customers and when."],
  "View voice outbound dashboard": [14, "Voice", "See the figures of calls that went out."],
  "View voice inbound dashboard": [15, "Voice", "See the figures of calls that came in."],
  "View inbound voice dispositions": [16, "Voice", "See how incoming calls ended."],
  "View voice outbound disposition": [17, "Voice", "See how outgoing calls ended."],
  "View supervisor inbound stats": [18, "Voice", "Watch the queues and the agents as they work."],
  "View voice settings": [19, "Voice", "See and change the settings of the call centre."],
  "View chat inbox": [20, "Chats", "Read and answer conversations."],
  "Manage chat channels": [21, "Chats", "Connect and disconnect the places people write from."],
  "Manage chat team": [22, "Chats", "Say who answers chats, and see what each does."],
  "Manage chat settings": [23, "Chats", "Set routing, canned answers, shortcuts and surveys of the chat."],
  "View chat reports": [24, "Chats", "Read the reports of the chat."],
  "Create child account": [25, "People and settings", "Open and fund accounts of customers of your own."],
  "View Ticketing": [26, "Ticketing", "Open the ticketing module."],
  "View ticket dashboard": [27, "Ticketing", "See the figures of all tickets."],
  "View my tickets": [28, "Ticketing", "See and work on the tickets given to oneself."],
  "View tickets": [29, "Ticketing", "See and work on every ticket."],
  "View ticket kanban": [30, "Ticketing", "See the tickets as boards."],
  "View ticketing reports": [31, "Ticketing", "Read the reports of the tickets."],
  "Manage ticketing settings": [32, "Ticketing", "Set stages, types, teams, policies and automations."],
  "View CRM": [33, "CRM", "Open the sales module."],
  "View crm dashboard": [34, "CRM", "See the figures of sales."],
  "View crm leads": [35, "CRM", "See and work on leads."],
  "View crm contacts": [36, "CRM", "See and work on customers."],
  "View crm deals": [37, "CRM", "See and work on deals."],
  "View crm sales": [38, "CRM", "See and record sales."],
  "View crm settings": [39, "CRM", "Set stages, scores and the people of sales."],
  "Manage Disbursements": [40, "Airtime, data and payments", "Open the disbursements and upload batches."],
  "View airtime disbursements": [41, "Airtime, data and payments", "See airtime and data that were sent out."],
  "View payments disbursements": [42, "Airtime, data and payments", "See payments that were sent out."],
  "Can view help desk": [43, "Reports", "Read the help desk report."],
  "Can view customer satisfaction report": [44, "Reports", "Read how satisfied customers are."],
  "Can view team performance report": [45, "Reports", "Read how the team performs."],
  "Can view customer feedback": [46, "Reports", "Read what customers said."],
  "Can view chat reports": [47, "Reports", "Read the reports of the chat among the reports."],
  "View custom reports": [48, "Reports", "Run the custom reports that others made."],
  "Can create custom report": [49, "Reports", "Make custom reports and choose from the custom list."],
  "Manage settings": [50, "People and settings", "Change the settings of the account."],
  "Upload payment file": [51, "Voice", "Upload files for smart collection."],
  "Create user": [52, "People and settings", "Invite people and make roles."],
  "Edit user": [53, "People and settings", "Change people, their roles, permissions and modules."],
  "Remove user": [54, "People and settings", "Remove people, bring them back, and delete roles."],
  "View user": [55, "People and settings", "See who is in the account and what each may do."],
  "View user activities": [56, "People and settings", "See who did what, and when."],
  "Create voice agent": [57, "Voice", "Ask for people to become voice agents."],
  "Approve voice agent": [58, "Approvals", "Approve people as voice agents. Needed by name, from an owner too."],
  "Can approve sender ID": [59, "Approvals", "Approve sender IDs. Needed by name, from an owner too."],
  "Can view all senders info": [
    60,
    "Approvals",
    "See the sender IDs of all accounts. Needed by name, from an owner too.",
  ],
  "Can manually assign sender ID": [
    61,
    "Approvals",
    "Give a sender ID to an account. Needed by name, from an owner too.",
  ],
  "Can view all billing information": [62, "Billing", "See what everything costs."],
  "Can view SMS billing information": [63, "Billing", "See what SMS costs."],
  "Can view chats billing information": [64, "Billing", "See what chats cost."],
  "Can view voice billing information": [65, "Billing", "See what calls cost."],
  "Make outbound calls": [66, "Voice", "Call people from the browser."],
  "Receive inbound calls": [67, "Voice", "Answer calls in the browser."],
};

/** Every permission with its id, category and meaning, in the order of the ids. */
export const permissionTable: readonly PermissionRow[] = permissions
  .map((name): PermissionRow => {
    const [id, category, description] = said[name];
    return { id, name, category, description };
  })
  .sort((a, b) => a.id - b.id);

const byId = new Map(permissionTable.map((row) => [row.id, row]));
const byName = new Map<string, PermissionRow>(permissionTable.map((row) => [row.name, row]));

export function permissionById(id: number): PermissionRow | undefined {
  return byId.get(id);
}

export function permissionNamed(name: string): PermissionRow | undefined {
  return byName.get(name);
}

/** Not public: even an admin needs these by name (R044), so even an admin gives them only when they hold them. */
export const explicitPermissions: readonly Permission[] = [
  "Approve voice agent",
  "Can approve sender ID",
  "Can view all senders info",
  "Can manually assign sender ID",
];

/** What a person may hand on: an admin every public permission, everybody what they hold by name. */
export function grantedPermissions(person: {
  roles: readonly { name: string }[];
  permissions: readonly string[];
}): Set<string> {
  const named = new Set(person.permissions);
  if (!isAdmin(person.roles)) return named;
  return new Set([...permissions.filter((name) => !explicitPermissions.includes(name)), ...named]);
}
