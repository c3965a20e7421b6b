import { z } from "zod";
import { type Call, DoneAnswer } from "../kit/contract";
import { anyRecord, Count } from "./contract.records";

/** The address of one's own feed is a secret: nobody else makes or ends it. */
const own = { needs: anyRecord, delegated: false } as const;

export const FeedEntry = z.object({
  kind: z.enum(["appointment", "task"]),
  id: Count,
  title: z.string(),
  place: z.string(),
  text: z.string(),
  starts_at: z.string(),
  /** Null: it takes no time. */
  ends_at: z.string().nullable(),
  /** Of the whole day. */
  day: z.string().nullable(),
  cancelled: z.boolean(),
  changed_at: z.string(),
  sequence: Count,
});
export type FeedEntry = z.infer<typeof FeedEntry>;

const token = z.string().min(1).max(100);

/** A person's appointments and tasks for the calendar of a phone, at an address that is a secret. */
export const calendarCalls = {
  calendarFeed: {
    method: "GET",
    path: "/calendar-feed",
    summary: "Whether one's appointments and tasks can be read at a secret address",
    ...own,
    answers: {
      200: z.object({ on: z.boolean(), created_at: z.string().nullable(), read_at: z.string().nullable() }),
    },
  },
  renewCalendarFeed: {
    method: "POST",
    path: "/calendar-feed",
    summary: "Get a secret address for one's appointments and tasks; the one before stops working",
    ...own,
    writes: true,
    answers: { 201: z.object({ token: z.string() }) },
  },
  stopCalendarFeed: {
    method: "DELETE",
    path: "/calendar-feed",
    summary: "End the secret address of one's appointments and tasks",
    ...own,
    writes: true,
    answers: { 201: DoneAnswer },
  },
  calendarEntries: {
    method: "GET",
    path: "/calendar/{token}",
    summary: "The appointments and tasks behind a secret address: of the last 90 days, and all to come",
    public: true,
    params: z.object({ token }),
    answers: { 200: z.object({ account: z.string(), entries: z.array(FeedEntry) }) },
  },
} as const satisfies Record<string, Call>;
