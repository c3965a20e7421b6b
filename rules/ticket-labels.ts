/** The documented life of a ticket (Q130). Their ids are the same in every account. */
export const statuses = ["new", "open", "pending", "resolved", "closed"] as const;
export type TicketStatus = (typeof statuses)[number];

/** Where a status may lead; resolved and closed lead back to open: that is a reopening. */
export const moves: Record<TicketStatus, readonly TicketStatus[]> = {
  new: ["open", "pending", "resolved", "closed"],
  open: ["pending", "resolved", "closed"],
  pending: ["open", "resolved", "closed"],
  resolved: ["open", "closed"],
  closed: ["open"],
};

export function mayMove(from: TicketStatus, to: TicketStatus): boolean {
  return from === to || moves[from].includes(to);
}

/** Why a move is refused, for the disabled button and for the refusal. */
export function whyNot(from: TicketStatus, to: TicketStatus): string | undefined {
  return mayMove(from, to) ? undefined : `A ticket that is ${from} cannot become ${to}.`;
}

/** Done: the clocks have stopped. */
export function isDone(status: TicketStatus): boolean {
  return status === "resolved" || status === "closed";
}

type NamedLevel = { id: number; name: string };

/** Lowest first, so that a higher id is more pressing (spec 1 §9: an outage is reported with priority 5). */
export const priorities: readonly NamedLevel[] = [
  { id: 1, name: "Planned" },
  { id: 2, name: "Low" },
  { id: 3, name: "Medium" },
  { id: 4, name: "High" },
  { id: 5, name: "Urgent" },
];
export const urgencyLevels: readonly NamedLevel[] = [
  { id: 1, name: "Low urgency" },
  { id: 2, name: "Medium urgency" },
  { id: 3, name: "High urgency" },
];
export const impactLevels: readonly NamedLevel[] = [
  { id: 1, name: "One person" },
  { id: 2, name: "A department" },
  { id: 3, name: "Everyone" },
];

/** A cell of the grid has one id: 1 (lowest urgency, smallest impact) to 9. */
export function gridCell(urgency: number, impact: number): number {
  return (urgency - 1) * impactLevels.length + impact;
}

/** The grid an account begins with, by cell. */
export const firstGrid: readonly number[] = [1, 2, 3, 2, 3, 4, 3, 4, 5];

export const channels: readonly NamedLevel[] = [
  { id: 1, name: "Phone" },
  { id: 2, name: "Email" },
  { id: 3, name: "Web" },
  { id: 4, name: "Chat" },
  { id: 5, name: "SMS" },
  { id: 6, name: "WhatsApp" },
  { id: 7, name: "Walk-in" },
  { id: 8, name: "API" },
];

/** The three clocks of a ticket, in the order they are shown. */
export const clockKinds = ["first", "next", "resolution"] as const;
export type ClockKind = (typeof clockKinds)[number];
export const clockNames: Record<ClockKind, string> = {
  first: "First response",
  next: "Next response",
  resolution: "Resolution",
};

/** What a list of tickets can be filtered and sorted by (R121). */
export const dueChoices = ["all", "overdue", "today", "tomorrow", "week", "later", "none"] as const;
/** `late`: some target was missed, whether the ticket is open or done. */
export const slaChoices = ["all", "on track", "near", "breached", "paused", "met", "missed", "late", "none"] as const;
/** `breached`: the first target that was missed. */
export const dateChoices = ["due", "created", "updated", "resolved", "closed", "breached"] as const;
export const sortChoices = ["newest", "oldest", "due", "updated", "priority"] as const;
