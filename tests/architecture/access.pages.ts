/**
 * Who may open what, copied from the specification (permissions, products and URLs), a line each:
 * `URL | any of these products (* for none needed) | any of these permissions | flags`. A URL that has no line of its
 * own follows the nearest one above it. `explicit`: an admin needs the permission itself. `own`:
 * not for people of the parent account who work in this one. Lines of the second part are
 * ours, where the documents leave it open or have no such page; they win over the first.
 */
const documented = `
/ | * |
/login | * | | guest
/logout | * | | guest
/auth | * | | guest
/notAllowed | * |
/subscribe | * |
/dash | * |
/dashboard | * |
/dashboard/products/chat | Chats | Manage chat channels
/dashboard/reports-helpdesk | * | Can view help desk
/dashboard/sms | SMS | Send bulk message, Send single message, View bulk message, View SMS Dashboard
/dashboard/sms/controller | SMS | Send bulk message, Send single message, View bulk message, View SMS Dashboard
/dashboard/sms-outbox | SMS | View bulk message
/dashboard/supervisor | Voice | View supervisor inbound stats
/dashboard/webchat-application-details | Chats | Manage chat channels
/dashboard/webchat-config | Chats | Manage chat channels
/dashboard/whatsapp | Whatsapp | Create whatsapp message, Set whatsapp bot, View whatsapp outbox
/chat/channels | Chats | Manage chat channels
/chat/inbox | Chats | View chat inbox
/chat/reports | Chats | View chat reports, Can view chat reports
/chat/settings | Chats | Manage chat settings
/chat/setup | Chats | Manage chat channels
/chat/team | Chats | Manage chat team
/contacts | SMS, Email, Airtime | Create contacts
/crm | CRM | View CRM
/crm/board | CRM | View crm leads
/crm/contacts | CRM | View crm contacts
/crm/contact | CRM | View crm contacts
/crm/organisations | CRM | View crm contacts
/crm/dashboard | CRM | View crm dashboard
/crm/deals | CRM | View crm deals
/crm/deal | CRM | View crm deals
/crm/generate | CRM | View crm leads
/crm/import | CRM | View crm leads, View crm contacts
/crm/leads | CRM | View crm leads
/crm/lead | CRM | View crm leads
/crm/lead/:index/convert | CRM | View crm contacts
/crm/sales | CRM | View crm sales
/crm/contactactions | CRM | View crm leads, View crm contacts, View crm deals
/crm/customers | CRM | View crm contacts
/crm/settings | CRM | View crm settings
/crm/settings/duplicates | CRM | View crm leads, View crm contacts
/disbursements/dashboard | Airtime, Payments, Data | Manage Disbursements
/disbursements/airtime | Airtime | View airtime disbursements
/disbursements/payments | Payments | View payments disbursements
/jibu/voice/agent | Voice | Approve voice agent | explicit
/issues | * |
/reports/Helpdesk | * | Can view help desk
/reports/customer-satisfaction | * | Can view customer satisfaction report
/reports/feedback | * | Can view team performance report, Can view customer feedback
/reports/custom | * | View custom reports, Can create custom report
/reports/create | * | Can create custom report
/reseller | Reseller | Create child account
/settings/groups | Chats, Voice, SMS, USSD Codes, Value Added Services, Payments | Create user, Edit user, Remove user, View user
/settings/users | Chats, Voice, SMS, USSD Codes, Value Added Services, Payments | Create user, Edit user, Remove user, View user
/settings/products | * |
/settings/selfcare | * |
/setup | * |
/sms/bulk | SMS | Send bulk message
/sms/dashboard | SMS | View SMS Dashboard
/sms/express | SMS | Send bulk message, Send single message
/sms/history | SMS | View bulk message
/sms/inbox | SMS | View bulk message
/sms/send | SMS | Send bulk message, Send single message
/sms/template | SMS | Send bulk message, Send single message
/sms/settings | SMS |
/sms/settings/approveSender | * | Can approve sender ID | explicit platform
/sms/settings/allSender | * | Can view all senders info | explicit platform
/sms/settings/assignSender | * | Can manually assign sender ID | explicit platform
/supervisor/create-agent | Voice | Create voice agent
/survey | Surveys | Create Surveys
/survey_old | Surveys | Create Surveys
/ticketing | Ticketing | View Ticketing
/ticketing/boards | Ticketing | View ticket kanban
/ticketing/dashboard | Ticketing | View ticket dashboard
/ticketing/main | Ticketing | View my tickets
/ticketing/main/bulk | Ticketing | View tickets
/ticketing/new | Ticketing | View tickets
/ticketing/reports | Ticketing | View ticketing reports
/ticketing/settings | Ticketing | Manage ticketing settings
/ticketing/tickets | Ticketing | View tickets
/ticketing/show | Ticketing | View tickets, View my tickets
/user/profile | * | | own
/user/activities | * | View user activities
/user/billing | * | Can view all billing information, Can view SMS billing information, Can view chats billing information, Can view voice billing information
/vas | Vas | Purcahse VAS for one, Purchase VAS for group, View VAS history
/vas/bulk | Vas | Purchase VAS for group
/vas/single | Vas | Purcahse VAS for one
/vas/history | Vas | View VAS history
/voice/call-center | Voice | View voice inbound dashboard
/voice/call-center/dashboard/dispositions-history | Voice | View inbound voice dispositions
/voice/dashboard | Voice | View voice outbound dashboard, View voice inbound dashboard
/voice/dispositions | Voice | View inbound voice dispositions
/voice/monitor | Voice | View supervisor inbound stats
/voice/outbound | Voice | View voice outbound dashboard, Make outbound calls
/voice/outbound/dashboard | Voice | View voice outbound dashboard
/voice/outbound/dispositions | Voice | View voice outbound disposition
/voice/robocalls | Voice | View voice outbound dashboard
/voice/settings | Voice | View voice settings
/voice/settings/uploads | Voice | Upload payment file
/whatsapp/bot | Whatsapp | Set whatsapp bot
/whatsapp/inboxes | Whatsapp | Create whatsapp message
/whatsapp/inboxes/broadcast-history | Whatsapp | View whatsapp outbox
/whatsapp/inboxes/broadcasts | Whatsapp | Create whatsapp message, View whatsapp outbox
/whatsapp/manage | Whatsapp | Set whatsapp bot, Create whatsapp message
`;

const ours = `
/respond | * | | guest
/theme | * | | guest
/live | * |
/lists | * |
/files | * |
/phone | Voice | Make outbound calls, Receive inbound calls | own
/balance | * |
/notifications | * | | own
/reseller/delegation | * |
/customer | * |
/search | * |
/dashboard/products/chat | Chats | Manage chat channels, Manage settings
/dashboard/purchase-value | * | Manage settings, Can view all billing information
/dashboard/billing-message-transaction | SMS | View bulk message, Send bulk message, Send single message
/dashboard/all-contacts-group | SMS, Email, Airtime | Create contacts, Send bulk message, Send single message
/subscribe/payment | * | Manage settings, Can view all billing information
/settings/users/new | Chats, Voice, SMS, USSD Codes, Value Added Services, Payments | Create user
/settings/users/:id/remove | Chats, Voice, SMS, USSD Codes, Value Added Services, Payments | Remove user
/settings/users/:id/two-factor | Chats, Voice, SMS, USSD Codes, Value Added Services, Payments | Edit user
/settings/groups/delete | Chats, Voice, SMS, USSD Codes, Value Added Services, Payments | Remove user
/settings/groups/skills/:id | Chats, Voice, SMS, USSD Codes, Value Added Services, Payments | Create user, Edit user
/settings/groups/skills/:id/delete | Chats, Voice, SMS, USSD Codes, Value Added Services, Payments | Remove user
/settings/api | * | Manage settings | own
/settings/data-protection | * | Manage settings | own
/settings/sms | SMS | Manage settings | own
/settings/selfcare/topup | * | Manage settings, Can view all billing information
/settings/selfcare/request | * | Manage settings, Can view all billing information
/settings/selfcare/invoices | * | Manage settings, Can view all billing information
/settings/selfcare/statement | * | Manage settings, Can view all billing information
/settings/selfcare/details | * | Manage settings
/settings/templates | SMS, Whatsapp, Email | Send bulk message, Send single message, Manage settings
/chat/status | Chats | View chat inbox
/chat/settings/canned-responses | Chats | View chat inbox, Manage chat settings
/chat/settings/shortcuts | Chats | View chat inbox, Manage chat settings
/chat/settings/labels | Chats | Manage chat settings, Set whatsapp bot, Create whatsapp message
/chat/settings/labels/:id | Chats | Manage chat settings, Set whatsapp bot
/chat/team/teams | Chats | Manage chat team, Set whatsapp bot, Create whatsapp message
/chat/team/teams/:id | Chats | Manage chat team, Set whatsapp bot
/dashboard/whatsapp-devices | Whatsapp | Create whatsapp message, Set whatsapp bot, View whatsapp outbox
/whatsapp | Whatsapp |
/whatsapp/:inboxId | Whatsapp | Create whatsapp message
/whatsapp/conversation | Whatsapp | Create whatsapp message
/whatsapp/broadcasts | Whatsapp | Create whatsapp message, View whatsapp outbox
/whatsapp/inboxes/configure/:id | Surveys | Create Surveys
/whatsapp/survey | Surveys | Create Surveys
/whatsapp/inboxes/broadcasts/:id/confirm | Whatsapp | Create whatsapp message
/whatsapp/inboxes/broadcasts/:id/cancel | Whatsapp | Create whatsapp message
/whatsapp/template | Whatsapp | Create whatsapp message, View whatsapp outbox
/whatsapp/template/new | Whatsapp | Create whatsapp message
/whatsapp/template/:id/delete | Whatsapp | Create whatsapp message
/whatsapp/status | Whatsapp | Create whatsapp message, View whatsapp outbox, Set whatsapp bot
/jibu/admin | * | Can view all billing information, Can approve sender ID | explicit platform
/jibu/admin/carrier | * | Can approve sender ID | explicit platform
/sms/recipient | SMS | View bulk message
/dashboard/email | Email | View bulk message, Send bulk message, Send single message
/email | Email | View bulk message, Send bulk message, Send single message
/email/bulk | Email | Send bulk message
/email/single | Email | Send bulk message, Send single message
/email/outbox/:id/cancel | Email | Send bulk message, Send single message
/email/template/new | Email | Send bulk message, Send single message
/email/template/:id/delete | Email | Send bulk message, Send single message
/email/signature | Email | Send bulk message, Send single message
/email/domains | Email | Send bulk message, Send single message
/email/tracking | Email | Send bulk message, Send single message
/email/host | Email | Send bulk message, Send single message
/email/lists | Email | Send bulk message, Send single message
/email/suppressions/new | Email | Send bulk message, Send single message
/email/suppressions/bulk | Email | Send bulk message, Send single message
/unsubscribe | * | | guest
/calendar | * | | guest
/quote | * | | guest
/salesfeed | * | | guest
/crm/integrations | CRM | View crm sales | own
/crm/quotes | CRM | View crm deals
/crm/contactactions/feed | CRM | View crm leads, View crm contacts, View crm deals | own
/l | * | | guest
/mail/open | * | | guest
/mail/click | * | | guest
/sms/settings/papers | * | Can approve sender ID, Can view all senders info | explicit platform
/voice | Voice | View voice inbound dashboard, View voice outbound dashboard, View supervisor inbound stats, Make outbound calls
/voice/reports | Voice | View voice inbound dashboard, View voice outbound dashboard, View supervisor inbound stats
/voice/voicemails | Voice | View voice inbound dashboard, View voice outbound dashboard, View supervisor inbound stats
/voice/dispositions/disposition-form | Voice | Make outbound calls, Receive inbound calls, View inbound voice dispositions, View voice outbound disposition
/voice/inbound/dashboard | Voice | View voice inbound dashboard
/voice/inbound/supervisor | Voice | View supervisor inbound stats
/dashboard/voice | Voice | View voice outbound dashboard, View voice inbound dashboard
/supervisor | Voice | Create voice agent, View supervisor inbound stats
/supervisor/manage | Voice | View supervisor inbound stats
/jibu/voice/settings | Voice | View voice settings
`;

export type Rule = {
  products: string[];
  permissions: string[];
  guest: boolean;
  explicit: boolean;
  platform: boolean;
  internal: boolean;
  own: boolean;
};

export const names = (cell = "") =>
  cell
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

export function ruleFrom(products = "", permissions = "", flags = ""): Rule {
  return {
    products: products.trim() === "*" ? [] : names(products),
    permissions: names(permissions),
    guest: flags.includes("guest"),
    explicit: flags.includes("explicit"),
    platform: flags.includes("platform"),
    internal: flags.includes("internal"),
    own: flags.includes("own"),
  };
}

const rows = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [url = "", products, permissions, flags] = line.split("|").map((cell) => cell.trim());
      return [url, ruleFrom(products, permissions, flags)] as const;
    });

const rules = new Map([...rows(documented), ...rows(ours)]);

/** The rule of a URL pattern: its own, or that of the nearest URL above it; nothing when none is said. */
export function ruleFor(pattern: string): Rule | undefined {
  for (let path = pattern.replace(/\.(csv|xlsx|json)$/, ""); path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
    const rule = rules.get(path);
    if (rule) return rule;
  }
  return pattern === "/" ? rules.get("/") : undefined;
}

/** Somebody as the demo has them, in the words of the specification. */
export type Somebody = {
  role: string;
  products: string[];
  permissions: string[];
  platform: boolean;
  delegated?: boolean;
};

/** Names of one product (products.tsv). */
const alike = [
  ["SMS", "BULK"],
  ["CRM", "Jibu 360"],
  ["Vas", "Value Added Services"],
];

/** R037, R042-R044, Q032, Q033: the rule read once more, apart from the code that decides. */
export function may(who: Somebody, rule: Rule): boolean {
  if (rule.platform && !who.platform) return false;
  if (rule.own && who.delegated) return false;
  const held = who.products.flatMap((name) => alike.find((names) => names.includes(name)) ?? [name]);
  if (rule.products.length > 0 && !rule.products.some((name) => held.includes(name))) return false;
  if (rule.permissions.length === 0) return true;
  if (!rule.explicit && (who.role === "Owner" || who.role === "Super Admin")) return true;
  return rule.permissions.some((name) => who.permissions.includes(name));
}
