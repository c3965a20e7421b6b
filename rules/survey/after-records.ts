/** After what a run can ask. */
export const finishedKinds = ["chat", "ticket", "call", "sale"] as const;
export type FinishedKind = (typeof finishedKinds)[number];

/** What comes of something that was finished: its customer is asked, or why not. */
export const afterOutcomes = ["asked", "no number", "not chosen", "asked before", "opted out", "full"] as const;
export type AfterOutcome = (typeof afterOutcomes)[number];

const minute = 60_000;
/** What was finished longer ago than this, and the wait of its run, is not asked about any more. */
const latest = 24 * 60 * minute;
/** Others may still write what they finished a while ago: so much is read again, and each record counts once. */
const overlap = 10 * minute;

/** `started`: when the run was. `seen`: up to when all was read that was finished; null: nothing was. */
export type AfterClock = { now: Date; started: Date; seen: Date | null; minutes: number };

/** From when to when something must have been finished to be asked about now; undefined while there is nothing. */
export function afterRange({ now, started, seen, minutes }: AfterClock): { from: Date; until: Date } | undefined {
  const until = now.getTime() - minutes * minute;
  const from = Math.max(started.getTime(), until - latest, (seen?.getTime() ?? 0) - overlap);
  return from < until ? { from: new Date(from), until: new Date(until) } : undefined;
}

/** Whether a record is one of the `share` of a hundred that are asked about. @param drawn 0 to 1, the same for a record each time */
export function isChosen(share: number, drawn: number): boolean {
  return drawn * 100 < share;
}

/** What is known of the customer of a finished record. */
export type AfterCandidate = { phone: string; chosen: boolean; asked: boolean; optedOut: boolean; full: boolean };

/** What comes of it: the first reason that there is not to ask. */
export function afterOutcome({ phone, chosen, asked, optedOut, full }: AfterCandidate): AfterOutcome {
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) return "no number";
  if (!chosen) return "not chosen";
  if (optedOut) return "opted out";
  if (asked) return "asked before";
  return full ? "full" : "asked";
}
