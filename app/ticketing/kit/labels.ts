import { duration, showDate } from "../../../rules/format";
import {
  clockNames,
  type dateChoices,
  type dueChoices,
  type slaChoices,
  type TicketStatus,
} from "../../../rules/ticket-labels";
import type { Ticket } from "../../../services/ticketing/contract.schemas";
import type { StatusKind } from "../../kit/ui/status";
import { minutesText } from "../settings/week";

/** How each status is drawn and written. */
export const statusWords: Record<TicketStatus, { word: string; kind: StatusKind }> = {
  new: { word: "New", kind: "none" },
  open: { word: "Open", kind: "info" },
  pending: { word: "Pending", kind: "warn" },
  resolved: { word: "Resolved", kind: "good" },
  closed: { word: "Closed", kind: "good" },
};

export const dueWords: Record<(typeof dueChoices)[number], string> = {
  all: "All",
  overdue: "Overdue",
  today: "Today",
  tomorrow: "Tomorrow",
  week: "This week",
  later: "Later",
  none: "Nothing due",
};

export const slaWords: Record<(typeof slaChoices)[number], string> = {
  all: "All",
  "on track": "On track",
  near: "Nearly due",
  breached: "Breached",
  paused: "Paused",
  met: "Met",
  missed: "Missed",
  late: "Missed a target, open or done",
  none: "No policy",
};

export const dateWords: Record<(typeof dateChoices)[number], string> = {
  due: "Due",
  created: "Created",
  updated: "Updated",
  resolved: "Resolved",
  closed: "Closed",
  breached: "Target missed",
};

/** A ticket as the clocks see it. */
export type Timed = Pick<Ticket, "sla" | "due_at" | "due_clock" | "policies" | "why">;

/**
 * The state of a ticket's clocks as people read it, and why in one sentence.
 * @param now milliseconds: the server's, so that both ends write the same
 */
export function dueState(ticket: Timed, now: number, zone: string): { kind: StatusKind; words: string; why: string } {
  const { sla, due_at, due_clock } = ticket;
  const policy = ticket.policies[0]?.name;
  const clock = due_clock ? clockNames[due_clock] : "Target";
  const by = policy ? `, policy ${policy}` : "";
  const due = ticket.why ? `${ticket.why}${by}` : due_at ? `${clock} due ${showDate(due_at, zone)}${by}` : "";
  const left = due_at ? (new Date(due_at).getTime() - now) / 1000 : undefined;
  switch (sla) {
    case "none":
      return { kind: "none", words: "No target", why: "No policy covers this ticket." };
    case "paused":
      return { kind: "info", words: "Paused", why: due || "SLA timers are paused in this stage." };
    case "met":
      return { kind: "good", words: "Met", why: `Every target was met${by}.` };
    case "missed":
      return { kind: "bad", words: "Missed", why: `A target was missed${by}.` };
    case "breached":
      return left !== undefined && left > 0
        ? { kind: "bad", words: `Target missed, next due in ${span(left)}`, why: due }
        : { kind: "bad", words: left === undefined ? "Overdue" : `Overdue ${span(-left)}`, why: due };
    case "near":
      return { kind: "warn", words: left === undefined ? "Nearly due" : near(left), why: due };
    case "on track":
      return { kind: "good", words: left === undefined ? "On track" : near(left), why: due };
  }
}

function near(left: number): string {
  return left > 0 ? `Due in ${span(left)}` : `Overdue ${span(-left)}`;
}

/** Whole minutes at least: a list is no stopwatch. */
export function span(seconds: number): string {
  return duration(Math.max(60, Math.floor(seconds / 60) * 60));
}

/** "240" minutes of work time as people read it: "4 h". Never in days: a day of work time is no day. */
export function minutesWords(minutes: number): string {
  return minutesText(Math.max(0, Math.round(minutes)));
}

/** A mean with how many it is of; a dash where there is none. */
export function meanText(minutes: number | null, count: number): string {
  return minutes === null ? "–" : `${minutesWords(minutes)} (n ${count})`;
}

/** What a form calls a field, for the words of a conflict. */
export const fieldWords: Record<string, string> = {
  subject: "Subject",
  description: "Description",
  type_id: "Type",
  priority_id: "Priority",
  urgency_id: "Urgency",
  impact_id: "Impact",
  stage_id: "Stage",
  status: "Status",
  disposition_id: "Disposition",
  sub_disposition_id: "Sub-disposition",
  channel_id: "Channel",
  policy_id: "Policy",
  customer_id: "Customer",
  contact_id: "Contact",
  customer_name: "Customer name",
  customer_phone: "Customer phone",
  customer_email: "Customer email",
};

/** How many, in words: "1 ticket", "1,204 tickets". */
export function howMany(count: number, capped = false): string {
  return `${count.toLocaleString("en-KE")}${capped ? "+" : ""} ${count === 1 ? "ticket" : "tickets"}`;
}
