import { addMonths } from "./calendar";

/** Kinds of data that an account may keep for some months only. */
export const retentionKinds = ["messages_months", "tickets_months", "activities_months", "files_months"] as const;
export type RetentionKind = (typeof retentionKinds)[number];
/** Months for which each kind is kept; null: permanently. */
export type RetentionMonths = Record<RetentionKind, number | null>;

/** The kinds of which less is kept than before: the next night deletes data of theirs. */
export function shortenedKinds(before: RetentionMonths, after: RetentionMonths): RetentionKind[] {
  return retentionKinds.filter((kind) => (after[kind] ?? Infinity) < (before[kind] ?? Infinity));
}

/**
 * The instant from which data is kept: the same day and time so many months before, or the last day of a shorter month.
 * @returns ISO 8601, UTC
 */
export function keptSince(now: Date, months: number): string {
  const [day = "", time] = now.toISOString().split("T");
  return `${addMonths(day, -months)}T${time}`;
}
