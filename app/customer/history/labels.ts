import type { CustomerEventKind, CustomerTaskKind } from "../../../rules/customer";
import { dispositionNames, dispositions, openDispositions } from "../../../rules/survey/sessions";
import type { CustomerEvent, CustomerTask } from "../../../services/kit/contract.customer";
import { href } from "../../href";
import { messageStatus } from "../../kit/blast-labels";
import { recipientStatus } from "../../kit/broadcast-labels";
import type { StatusKind } from "../../kit/ui/status";

type Label = { kind: StatusKind; word: string };

const recordNames: Record<string, string> = { lead: "Lead", contact: "Contact", deal: "Deal" };

const eventNames: Record<CustomerEventKind, string> = {
  "sms sent": "SMS sent",
  "sms received": "SMS received",
  "opted out": "Opted out",
  "opted in": "Opted in again",
  "conversation started": "Conversation",
  "conversation ended": "Conversation ended",
  "ticket opened": "Ticket opened",
  "ticket comment": "Ticket comment",
  "ticket resolved": "Ticket resolved",
  "call received": "Call received",
  "call made": "Call made",
  "call unanswered": "Call not answered",
  "mail sent": "Email sent",
  "mail bounced": "Email came back",
  unsubscribed: "Unsubscribed from emails",
  "broadcast sent": "WhatsApp broadcast",
  survey: "Survey",
  "record made": "added to the CRM",
  "stage changed": "moved",
  note: "Note",
  "call logged": "Call logged",
  appointment: "Appointment",
  sale: "Sale",
  payment: "Payment",
};

/** What an event is called: "SMS sent", "Deal moved". */
export function eventName({ kind, state }: Pick<CustomerEvent, "kind" | "state">): string {
  if (kind === "record made" || kind === "stage changed")
    return `${recordNames[state] ?? "Record"} ${eventNames[kind]}`;
  return eventNames[kind];
}

const states: Record<string, Label> = {
  open: { kind: "info", word: "Open" },
  waiting: { kind: "warn", word: "Waiting" },
  scheduled: { kind: "none", word: "Scheduled" },
  done: { kind: "good", word: "Done" },
  cancelled: { kind: "none", word: "Cancelled" },
};

const callStates: Record<string, Label> = {
  Ringing: { kind: "info", word: "Ringing" },
  Trying: { kind: "info", word: "Calling" },
  Accepted: { kind: "info", word: "In a call" },
  Complete: { kind: "good", word: "Answered" },
  Rejected: { kind: "none", word: "Declined" },
  AnsweringMachine: { kind: "warn", word: "Answering machine" },
  Missed: { kind: "bad", word: "Missed" },
  Failed: { kind: "bad", word: "Not reached" },
  RingNoAnswer: { kind: "bad", word: "Missed" },
};

/** How far an answer of a survey came. */
function surveyStatus(state: string): Label | undefined {
  const disposition = dispositions.find((one) => one === state);
  if (!disposition) return undefined;
  const open = openDispositions.includes(disposition);
  const kind = disposition === "completed" ? "good" : open ? "info" : "none";
  return { kind, word: dispositionNames[disposition] };
}

/** How the thing stands now, where that says more than its name. */
export function eventState({ kind, state }: Pick<CustomerEvent, "kind" | "state">): Label | undefined {
  if (kind === "sms sent") return (messageStatus as Record<string, Label>)[state];
  if (kind === "broadcast sent") return (recipientStatus as Record<string, Label>)[state];
  if (kind === "survey") return surveyStatus(state);
  if (kind === "call received" || kind === "call made") return callStates[state];
  if (kind === "conversation started" || kind === "appointment") return states[state];
  return undefined;
}

/** The page of what an event is about. */
export function eventPlace({
  kind,
  record,
  state,
  parent,
}: Pick<CustomerEvent, "kind" | "record" | "state" | "parent">): string | undefined {
  switch (kind) {
    case "broadcast sent":
      return href("/whatsapp/inboxes/broadcasts/:id", { id: record });
    case "survey":
      return parent && href("/survey/:uuid/responses/:id", { uuid: parent, id: record });
    case "sms sent":
      return href("/sms/history/:id", { id: record });
    case "mail sent":
    case "mail bounced":
    case "unsubscribed":
      return href("/email/outbox/:id", { id: record });
    case "conversation started":
    case "conversation ended":
      return href("/chat/inbox", undefined, { chat: record });
    case "ticket opened":
    case "ticket comment":
    case "ticket resolved":
      return href("/ticketing/show/:index", { index: record });
    case "appointment":
      return href("/crm/contactactions/:id", { id: record });
    case "sale":
    case "payment":
      return href("/crm/sales/:id", { id: record });
    case "record made":
    case "stage changed":
    case "note":
    case "call logged":
      if (state === "lead") return href("/crm/lead/:index", { index: record });
      if (state === "deal") return href("/crm/deal/:index", { index: record });
      return href("/crm/contact/:index", { index: record });
    default:
      return undefined;
  }
}

const taskLabels: Record<CustomerTaskKind, Label> = {
  "conversation waiting": { kind: "warn", word: "Waits for an agent" },
  "conversation unanswered": { kind: "warn", word: "Chat not answered" },
  "sms unanswered": { kind: "warn", word: "SMS not answered" },
  "call unanswered": { kind: "warn", word: "Call not answered" },
  "ticket overdue": { kind: "bad", word: "Ticket overdue" },
  "ticket open": { kind: "info", word: "Open ticket" },
  "payment overdue": { kind: "bad", word: "Payment overdue" },
  "payment due": { kind: "info", word: "To be paid" },
  "task overdue": { kind: "bad", word: "Task overdue" },
  task: { kind: "info", word: "Task" },
  appointment: { kind: "none", word: "Appointment" },
  "deal forgotten": { kind: "warn", word: "Deal without activity" },
  "deal open": { kind: "info", word: "Open deal" },
  "lead open": { kind: "info", word: "Open lead" },
};

export function taskLabel({ kind }: Pick<CustomerTask, "kind">): Label {
  return taskLabels[kind];
}

/** Where a task is done. `phone`: whom an SMS is answered to. */
export function taskPlace(
  { kind, record }: Pick<CustomerTask, "kind" | "record">,
  phone: string | undefined,
): string | undefined {
  switch (kind) {
    case "conversation waiting":
    case "conversation unanswered":
      return href("/chat/inbox", undefined, { chat: record });
    case "sms unanswered":
      return href("/sms/recipient", undefined, { number: phone ?? "" });
    case "call unanswered":
      return undefined;
    case "ticket overdue":
    case "ticket open":
      return href("/ticketing/show/:index", { index: record });
    case "payment overdue":
    case "payment due":
      return href("/crm/sales/:id", { id: record });
    case "task overdue":
    case "task":
      return href("/crm/contactactions/tasks/:id", { id: record });
    case "appointment":
      return href("/crm/contactactions");
    case "deal forgotten":
    case "deal open":
      return href("/crm/deal/:index", { index: record });
    case "lead open":
      return href("/crm/lead/:index", { index: record });
  }
}
