import type { AuditTone } from "./audit";

/** What is done to the settings of tickets, as the activities of an account call it (Q084). */
export const ticketingActions = {
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
} as const satisfies Record<string, { subject: string; tone: AuditTone }>;
