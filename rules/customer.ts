/** What can have happened with a customer, by the part of the product that tells of it. */
export const customerParts = {
  messages: ["sms sent", "sms received", "opted out", "opted in"],
  conversations: ["conversation started", "conversation ended"],
  tickets: ["ticket opened", "ticket comment", "ticket resolved"],
  calls: ["call received", "call made", "call unanswered"],
  broadcasts: ["broadcast sent"],
  surveys: ["survey"],
  mails: ["mail sent", "mail bounced", "unsubscribed"],
  sales: ["record made", "stage changed", "note", "call logged", "appointment", "sale", "payment"],
} as const;
export type CustomerPart = keyof typeof customerParts;
export type CustomerEventKind = (typeof customerParts)[CustomerPart][number];

export const customerEventKinds = Object.values(customerParts).flat() as [CustomerEventKind, ...CustomerEventKind[]];

/** What can wait to be done for a customer, the most urgent kind first. */
export const customerTaskKinds = [
  "conversation waiting",
  "conversation unanswered",
  "sms unanswered",
  "call unanswered",
  "ticket overdue",
  "payment overdue",
  "task overdue",
  "ticket open",
  "payment due",
  "task",
  "appointment",
  "deal forgotten",
  "deal open",
  "lead open",
] as const;
export type CustomerTaskKind = (typeof customerTaskKinds)[number];

type Task = { kind: CustomerTaskKind; since: string };

/** The most urgent first: by kind, and in a kind what has waited longest. */
export function byUrgency<T extends Task>(tasks: readonly T[]): T[] {
  return [...tasks].sort(
    (one, other) =>
      customerTaskKinds.indexOf(one.kind) - customerTaskKinds.indexOf(other.kind) ||
      (one.since < other.since ? -1 : one.since > other.since ? 1 : 0),
  );
}

type Happened = { at: string };
/** What one part answered: its events, newest first, and whether it has older ones. */
export type PartOfHistory<E extends Happened> = { data: readonly E[]; more: boolean };

/**
 * One page of the history of several parts, newest first, of at most `size` events and those that happened in the same
 * microsecond as the last of them. `before`: where the next page begins; undefined when there is none.
 *
 * Events older than the last one of a part that has more are not shown yet: others of that part may come before them.
 */
export function historyPage<E extends Happened>(
  parts: readonly PartOfHistory<E>[],
  size: number,
): { events: E[]; before: string | undefined } {
  const known = parts.reduce((edge, { data, more }) => {
    const last = data.at(-1)?.at;
    return more && last !== undefined && last > edge ? last : edge;
  }, "");
  const all = parts
    .flatMap(({ data }) => [...data])
    .filter(({ at }) => at >= known)
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  let end = Math.min(size, all.length);
  while (end > 0 && end < all.length && all[end]?.at === all[end - 1]?.at) end += 1;
  const more = end < all.length || parts.some((part) => part.more);
  return { events: all.slice(0, end), before: more ? all[end - 1]?.at : undefined };
}
