/** Which colour and shape an action has in the list of activities. */
export type AuditTone = "good" | "info" | "warn" | "bad" | "none";

type Entry = { subject: string | readonly string[]; tone: AuditTone };

/**
 * Every action that is written in an account's activities: what kind of record it was done to, and its tone (Q084).
 * The key is the stored text. One that is renamed needs a migration of the rows; one that is no longer written is "none".
 * What a person of a parent does in a child account is in the parent's activities too, with the subject "account"
 * whatever it was (identity.note_delegated).
 */
export const auditActions = {
  // People, roles and teams.
  "Sign-in linked": { subject: "user", tone: "warn" },
  "Sign-in unlinked": { subject: "user", tone: "warn" },
  "Session ended": { subject: "user", tone: "bad" },
  "Profile changed": { subject: "user", tone: "info" },
  "Photo changed": { subject: "user", tone: "info" },
  "Password changed": { subject: "user", tone: "warn" },
  "Two-factor turned on": { subject: "user", tone: "warn" },
  "Two-factor turned off": { subject: "user", tone: "bad" },
  "Recovery codes renewed": { subject: "user", tone: "warn" },
  "Invitation accepted": { subject: "user", tone: "good" },
  "Invitation sent again": { subject: "user", tone: "info" },
  "Person changed": { subject: "user", tone: "info" },
  "Role of a person changed": { subject: "user", tone: "warn" },
  "Person removed": { subject: "user", tone: "bad" },
  "Person restored": { subject: "user", tone: "good" },
  "Permissions changed": { subject: "user", tone: "warn" },
  "Modules changed": { subject: "user", tone: "info" },
  "Person invited": { subject: ["user", "account"], tone: "good" },
  "Role created": { subject: "role", tone: "warn" },
  "Role renamed": { subject: "role", tone: "warn" },
  "Role changed": { subject: "role", tone: "warn" },
  "Role deleted": { subject: "role", tone: "bad" },
  "Team added": { subject: "team", tone: "good" },
  "Team renamed": { subject: "team", tone: "info" },
  "Team deleted": { subject: "team", tone: "bad" },
  // Accounts.
  "Account opened": { subject: "account", tone: "good" },
  "Account suspended": { subject: "account", tone: "bad" },
  "Account resumed": { subject: "account", tone: "none" },
  "Products changed": { subject: "account", tone: "info" },
  "Sender names changed": { subject: "account", tone: "info" },
  "Price changed": { subject: "account", tone: "info" },
  "Product activated offline": { subject: "account", tone: "none" },
  "Child account opened": { subject: "account", tone: "good" },
  "Child account changed": { subject: "account", tone: "info" },
  "Owner of a child account invited": { subject: "account", tone: "good" },
  "Sender names of a child account changed": { subject: "account", tone: "info" },
  "Money transferred": { subject: "account", tone: "none" },
  "Work in a child account began": { subject: "delegation", tone: "none" },
  "Work in a child account ended": { subject: "delegation", tone: "bad" },
  "Work for this account began": { subject: "delegation", tone: "none" },
  "Work for this account ended": { subject: "delegation", tone: "bad" },
  "API key created": { subject: "API key", tone: "warn" },
  "API key revoked": { subject: "API key", tone: "bad" },
  "Web hook added": { subject: "web hook", tone: "warn" },
  "Web hook changed": { subject: "web hook", tone: "info" },
  "Web hook deleted": { subject: "web hook", tone: "bad" },
  // Personal data.
  "Person's data asked for": { subject: "person-request", tone: "none" },
  "Erasure asked for": { subject: "person-request", tone: "none" },
  "Person erased": { subject: "person-request", tone: "bad" },
  "Retention changed": { subject: "retention", tone: "warn" },
  "Retention applied": { subject: "", tone: "warn" },
  // Money.
  "Billing details changed": { subject: "billing", tone: "info" },
  "Low balance setting changed": { subject: "billing", tone: "info" },
  "Balance opened": { subject: "balance", tone: "good" },
  "Low balance": { subject: "balance", tone: "none" },
  "Money received": { subject: "balance", tone: "none" },
  "Payment asked for": { subject: "payment", tone: "none" },
  "Payment received": { subject: "payment", tone: "none" },
  "Payment refused": { subject: "payment", tone: "bad" },
  "Payment not answered": { subject: "payment", tone: "none" },
  "Payment unmatched": { subject: "payment", tone: "none" },
  "Payment corrected": { subject: "payment", tone: "none" },
  "Conflicting callback": { subject: "payment", tone: "none" },
  "Bank slip sent in": { subject: "payment", tone: "info" },
  "Pro forma issued": { subject: "invoice", tone: "info" },
  "Pro forma cancelled": { subject: "invoice", tone: "bad" },
  "Pro forma expired": { subject: "invoice", tone: "none" },
  "Plan paid": { subject: "invoice", tone: "good" },
  "Invoice issued": { subject: "invoice", tone: "info" },
  "Credit note issued": { subject: "invoice", tone: "info" },
  "Product requested": { subject: "product", tone: "none" },
  "Product request approved": { subject: "product", tone: "good" },
  "Product request refused": { subject: "product", tone: "bad" },
  "Product suspended": { subject: "product", tone: "bad" },
  "Plan ended": { subject: "product", tone: "bad" },
  "Renewal changed": { subject: "product", tone: "info" },
  "Money set aside": { subject: "work", tone: "info" },
  "Work charged": { subject: "work", tone: "none" },
  "Money refunded": { subject: "work", tone: "none" },
  // Messages.
  "Message sent": { subject: "blast", tone: "info" },
  "Template created": { subject: "template", tone: "good" },
  "Template changed": { subject: "template", tone: "info" },
  "Template deleted": { subject: "template", tone: "bad" },
  "Opt-out words changed": { subject: "keywords", tone: "info" },
  "Numbers blacklisted": { subject: ["blacklist", "import"], tone: "none" },
  "Number taken off the blacklist": { subject: "blacklist", tone: "bad" },
  "Blacklist import undone": { subject: "import", tone: "none" },
  "Sender ID requested": { subject: "sender ID", tone: "none" },
  "Sender ID requested again": { subject: "sender ID", tone: "none" },
  "Sender ID decided": { subject: "sender ID", tone: "none" },
  "Sender ID assigned": { subject: "sender ID", tone: "none" },
  "Carrier settings changed": { subject: "connector", tone: "info" },
  // Chat.
  "Chat channel connected": { subject: "chat channel", tone: "none" },
  "Chat channel connected again": { subject: "chat channel", tone: "none" },
  "Chat channel changed": { subject: "chat channel", tone: "info" },
  "Chat channel disconnected": { subject: "chat channel", tone: "none" },
  "Mailbox changed": { subject: "chat channel", tone: "info" },
  "Web chat application added": { subject: "webchat application", tone: "good" },
  "Web chat application changed": { subject: "webchat application", tone: "info" },
  "Web chat application deleted": { subject: "webchat application", tone: "bad" },
  "Web chat identity secret made": { subject: "webchat application", tone: "good" },
  "FAQ question added": { subject: "webchat question", tone: "good" },
  "FAQ question changed": { subject: "webchat question", tone: "info" },
  "FAQ question deleted": { subject: "webchat question", tone: "bad" },
  "FAQ category added": { subject: "webchat category", tone: "good" },
  "FAQ category changed": { subject: "webchat category", tone: "info" },
  "FAQ category deleted": { subject: "webchat category", tone: "bad" },
  "Chat agent changed": { subject: "chat agent", tone: "info" },
  "Chat routing changed": { subject: "chat routing", tone: "info" },
  "Chat disposition added": { subject: "chat disposition", tone: "good" },
  "Chat disposition changed": { subject: "chat disposition", tone: "info" },
  "Chat disposition removed": { subject: "chat disposition", tone: "bad" },
  "Chat form changed": { subject: "chat form", tone: "info" },
  "Chat trigger added": { subject: "chat trigger", tone: "good" },
  "Chat trigger changed": { subject: "chat trigger", tone: "info" },
  "Chat trigger removed": { subject: "chat trigger", tone: "bad" },
  "Canned reply added": { subject: "canned reply", tone: "good" },
  "Canned reply changed": { subject: "canned reply", tone: "info" },
  "Canned reply removed": { subject: "canned reply", tone: "bad" },
  "Customer changed": { subject: "chat customer", tone: "info" },
  "Customer's form changed": { subject: "chat customer", tone: "info" },
  "Customer blocked": { subject: "chat customer", tone: "none" },
  "Customer unblocked": { subject: "chat customer", tone: "none" },
  "Customers joined": { subject: "chat customer", tone: "none" },
  "Customers parted": { subject: "chat customer", tone: "none" },
  "Message deleted": { subject: "conversation", tone: "bad" },
  // Leads.
  "Lead added": { subject: "lead", tone: "good" },
  "Lead changed": { subject: "lead", tone: "info" },
  "Lead moved": { subject: "lead", tone: "info" },
  "Lead assigned": { subject: "lead", tone: "info" },
  "Lead stage added": { subject: "lead stage", tone: "good" },
  "Lead stage changed": { subject: "lead stage", tone: "info" },
  "Lead stage deleted": { subject: "lead stage", tone: "bad" },
  "Lead stages ranked": { subject: "lead stage", tone: "none" },
  "Score rule added": { subject: "score rule", tone: "good" },
  "Score rule changed": { subject: "score rule", tone: "info" },
  "Score rule deleted": { subject: "score rule", tone: "bad" },
  // Tickets.
  "Ticket type saved": { subject: "ticketing", tone: "none" },
  "Ticket type deleted": { subject: "ticketing", tone: "bad" },
  "Disposition saved": { subject: "ticketing", tone: "none" },
  "Disposition changed": { subject: "ticketing", tone: "info" },
  "Disposition deleted": { subject: "ticketing", tone: "bad" },
  "Stage saved": { subject: "ticketing", tone: "none" },
  "Stage deleted": { subject: "ticketing", tone: "bad" },
  "Stages ranked": { subject: "ticketing", tone: "none" },
  "Board saved": { subject: "ticketing", tone: "none" },
  "Board deleted": { subject: "ticketing", tone: "bad" },
  "Ticket group added": { subject: "ticketing", tone: "good" },
  "Ticket group changed": { subject: "ticketing", tone: "info" },
  "Ticket group deleted": { subject: "ticketing", tone: "bad" },
  "Ticket template set": { subject: "ticketing", tone: "info" },
  "Business hours changed": { subject: "ticketing", tone: "info" },
  "Business hours deleted": { subject: "ticketing", tone: "bad" },
  "Holiday changed": { subject: "ticketing", tone: "info" },
  "Exempted day changed": { subject: "ticketing", tone: "info" },
  "Policy saved": { subject: "ticketing", tone: "none" },
  "Policy deleted": { subject: "ticketing", tone: "bad" },
  "Priority grid changed": { subject: "ticketing", tone: "info" },
  "Automation saved": { subject: "ticketing", tone: "none" },
  "Automations ranked": { subject: "ticketing", tone: "none" },
  "Automation deleted": { subject: "ticketing", tone: "bad" },
} as const satisfies Record<string, Entry>;

export type AuditAction = keyof typeof auditActions;

type SubjectsOf<Action extends AuditAction> = (typeof auditActions)[Action]["subject"] extends infer Subject
  ? Subject extends readonly (infer One)[]
    ? One
    : Subject
  : never;

export type AuditSubject = SubjectsOf<AuditAction>;

/** The actions that are done to a kind of record. */
export type ActionOn<Subject extends AuditSubject> = {
  [Action in AuditAction]: Subject extends SubjectsOf<Action> ? Action : never;
}[AuditAction];

const tones = new Map<string, AuditTone>(Object.entries(auditActions).map(([action, { tone }]) => [action, tone]));

/** An action that is not in the table, from older rows, is "none". */
export function auditTone(action: string): AuditTone {
  return tones.get(action) ?? "none";
}
