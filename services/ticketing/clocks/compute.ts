import { z } from "zod";
import { add, elapsed, type OpenInterval, subtract } from "../../../rules/business-time";
import type { Pause } from "../../../rules/business-time.explain";
import { type ClockKind, clockKinds } from "../../../rules/ticket-labels";
import type { PolicyRow, Rules } from "./rules";

export const ClockInterval = z.object({
  at: z.date(),
  state: z.enum(["running", "paused", "stopped"]),
  reason: z.string(),
});
export type ClockInterval = z.infer<typeof ClockInterval>;
export const ClockRow = z.object({
  id: z.number(),
  kind: z.enum(clockKinds),
  policy_id: z.number(),
  started_at: z.date(),
  target_ms: z.number(),
  due_at: z.date().nullable(),
  warn_at: z.date().nullable(),
  paused: z.boolean(),
  stopped_at: z.date().nullable(),
  elapsed_ms: z.number().nullable(),
  met: z.boolean().nullable(),
  breached_at: z.date().nullable(),
});
export type ClockRow = z.infer<typeof ClockRow>;

/** Without a warning of the policy's own a clock is near its end in the last fifth of its time. */
const lastPart = 0.2;

/** Rows by their ticket, in the order they came. */
export function grouped<T extends { ticket_id: number }>(all: readonly T[]): Map<number, T[]> {
  const by = new Map<number, T[]>();
  for (const one of all) {
    const own = by.get(one.ticket_id);
    if (own) own.push(one);
    else by.set(one.ticket_id, [one]);
  }
  return by;
}

/** The intervals in which the clocks did not run; the last may have no end. */
export function clockPauses(intervals: readonly ClockInterval[]): Pause[] {
  const pauses: Pause[] = [];
  for (const [at, interval] of intervals.entries()) {
    if (interval.state === "running") continue;
    const until = intervals[at + 1]?.at.getTime() ?? Number.POSITIVE_INFINITY;
    pauses.push({ from: interval.at.getTime(), until, name: interval.reason });
  }
  return pauses;
}

export function clockTarget(policy: PolicyRow, kind: ClockKind): number | undefined {
  const minutes = { first: policy.first_minutes, next: policy.next_minutes, resolution: policy.resolution_minutes }[
    kind
  ];
  return minutes === null ? undefined : minutes * 60_000;
}

export type ComputedClock = {
  target_ms: number;
  due_at: Date | null;
  warn_at: Date | null;
  paused: boolean;
  breached_at: Date | null;
};

/**
 * An open clock worked out from its start, the policy, the hours and the intervals: never from what it said before.
 * While it is paused it has no due time, unless that came before the pause began.
 */
export function computeClock(
  clock: { kind: ClockKind; started_at: Date },
  policy: PolicyRow,
  rules: Rules,
  intervals: readonly ClockInterval[],
  now: Date,
): ComputedClock | undefined {
  const target_ms = clockTarget(policy, clock.kind);
  if (target_ms === undefined) return undefined;
  const calendar = rules.calendar(policy.hours_id);
  const due = add(calendar, clock.started_at.getTime(), target_ms, clockPauses(intervals));
  const paused = intervals.at(-1)?.state !== "running";
  const breached = due !== undefined && due <= now.getTime();
  const warning = policy.warn_minutes === null ? target_ms * lastPart : policy.warn_minutes * 60_000;
  const warn = due === undefined ? undefined : subtract(calendar, due, Math.min(warning, target_ms));
  return {
    target_ms,
    due_at: due === undefined ? null : new Date(due),
    warn_at: warn === undefined ? null : new Date(Math.max(warn, clock.started_at.getTime())),
    paused,
    breached_at: breached ? new Date(due) : null,
  };
}

/** What a clock took until it was stopped: real business time, pauses not counted. */
export function elapsedTime(
  clock: { started_at: Date },
  until: Date,
  policy: PolicyRow,
  rules: Rules,
  intervals: readonly ClockInterval[],
) {
  const pauses: OpenInterval[] = clockPauses(intervals);
  return elapsed(rules.calendar(policy.hours_id), clock.started_at.getTime(), until.getTime(), pauses);
}
