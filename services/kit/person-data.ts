import { z } from "zod";
import type { Call } from "./contract";

/** How much of one kind of data there is of a person, and what an erasure does with it. */
export const SubjectRecordCount = z.object({
  kind: z.string(),
  count: z.number().int(),
  outcome: z.enum(["removed", "anonymised", "kept"]),
  /** Why it is kept, or what stays of it. */
  why: z.string(),
});
export type SubjectRecordCount = z.infer<typeof SubjectRecordCount>;

/** Whose data: by number (E.164), by e-mail address in lower case, or by both. */
export const DataSubject = z.strictObject({
  msisdn: z.string().max(20).nullable(),
  email: z.string().max(254).nullable(),
});
export type DataSubject = z.infer<typeof DataSubject>;

/** One kind of data as it goes into an archive. `more`: there was more than an archive takes of one kind. */
export const SubjectDataSection = z.object({
  kind: z.string(),
  rows: z.array(z.record(z.string(), z.unknown())),
  more: z.boolean(),
});
export type SubjectDataSection = z.infer<typeof SubjectDataSection>;

/** Records of one kind in one archive. */
export const maxRecords = 20_000;

/**
 * What every service that keeps people's data answers, so that one job can export or erase a person: spread this into
 * the service's contract. Only other services of ours may call it.
 */
export const personCalls = {
  personCounts: {
    method: "POST",
    path: "/person/counts",
    summary: "How much this service has of one person",
    internal: true,
    body: DataSubject,
    answers: { 200: z.object({ data: z.array(SubjectRecordCount) }) },
  },
  personData: {
    method: "POST",
    path: "/person/data",
    summary: "What this service has of one person",
    internal: true,
    body: DataSubject,
    answers: { 200: z.object({ sections: z.array(SubjectDataSection) }) },
  },
  erasePerson: {
    method: "POST",
    path: "/person/erase",
    summary: "Remove a person, or make anonymous what must stay; 409 while something of theirs is under way",
    internal: true,
    writes: true,
    body: DataSubject,
    answers: { 200: z.object({ data: z.array(SubjectRecordCount) }) },
  },
} as const satisfies Record<string, Call>;

/** The retention of tickets: those closed before a moment become anonymous, those deleted before it go. */
export const ticketRetentionCalls = {
  forgetTickets: {
    method: "POST",
    path: "/person/forget-tickets",
    summary: "Make tickets anonymous that were closed before a moment, and remove those deleted before it",
    internal: true,
    writes: true,
    body: z.strictObject({ before: z.iso.datetime() }),
    answers: { 200: z.object({ removed: z.number().int(), more: z.boolean() }) },
  },
} as const satisfies Record<string, Call>;

/** The same for the retention of messages: some of what is older goes with each call, until there is no `more`. */
export const retentionCalls = {
  forgetOlder: {
    method: "POST",
    path: "/person/forget-older",
    summary: "Remove what is older than a moment, or make anonymous what must stay",
    internal: true,
    writes: true,
    body: z.strictObject({ before: z.iso.datetime() }),
    answers: { 200: z.object({ removed: z.number().int(), more: z.boolean() }) },
  },
} as const satisfies Record<string, Call>;
