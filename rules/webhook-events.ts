/** What an account's web hooks can be told. The names are what receivers see. */
export const webhookEvents = {
  "message.status": {
    label: "Message status",
    text: "A message was delivered, or will not be: up to 100 messages in one request.",
  },
  "message.received": { label: "Message received", text: "A person answered or wrote to one of your numbers." },
  "consent.changed": { label: "Opt-out or opt-in", text: "A person must not be written to any more, or may be again." },
  "lead.created": { label: "New lead", text: "A lead was added by hand, came from a form, or from a program." },
  "deal.won": { label: "Deal won", text: "A deal was put into a stage that means won." },
  "quote.accepted": { label: "Quote accepted", text: "A customer accepted a quote at its link." },
  "quote.declined": { label: "Quote declined", text: "A customer declined a quote at its link." },
  "survey.completed": {
    label: "Survey completed",
    text: "A person answered a survey to its end: all answers that count.",
  },
  "survey.partial": {
    label: "Survey partly answered",
    text: "A person answered more than half of a survey, or stopped after some answers: those given so far.",
  },
  "survey.edited": {
    label: "Survey answer changed",
    text: "A person changed an answer before the end of a survey, or someone of the account corrected one after it.",
  },
  "survey.deleted": { label: "Survey response deleted", text: "Someone of the account deleted responses of a survey." },
} as const satisfies Record<string, { label: string; text: string }>;

export type WebhookEvent = keyof typeof webhookEvents;

/** Those that tell of the CRM. */
export const crmWebhookEvents: readonly WebhookEvent[] = [
  "lead.created",
  "deal.won",
  "quote.accepted",
  "quote.declined",
];

/** Those that tell of surveys. */
export const surveyWebhookEvents = [
  "survey.completed",
  "survey.partial",
  "survey.edited",
  "survey.deleted",
] as const satisfies readonly WebhookEvent[];

export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

/** Most records in one request. */
export const webhookBatch = 100;

/** Seconds until a web hook that failed so many times in a row is called again: 10 s, then longer, 6 hours at most. */
export function webhookPause(failures: number): number {
  return Math.min(6 * 3_600, 10 * 4 ** Math.max(0, failures - 1));
}

/** What could not be told for so many days is not tried any more; it can be sent again by hand. */
export const webhookDays = 3;
