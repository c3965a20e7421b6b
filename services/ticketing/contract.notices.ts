import { z } from "zod";
import type { NoticeKind } from "../../rules/notices";
import { type Call, DoneAnswer, id, pageSchema, paging } from "../kit/contract";
import { Count, Instant } from "./contract.fields";

/** What one may be told of about tickets (rules/notices.ts); each person chooses in-app and e-mail for each (Q139). */
export const noticeKinds = [
  "assigned",
  "new in group",
  "status changed",
  "commented",
  "customer replied",
  "sla warning",
  "sla breached",
  "automation",
] as const satisfies readonly NoticeKind[];

export const TicketingNotice = z.object({
  id: z.number().int(),
  kind: z.enum(noticeKinds),
  ticket_id: z.number().int(),
  words: z.string(),
  /** The page it is about. */
  href: z.string(),
  at: Instant,
  read_at: Instant.nullable(),
});
export type TicketingNotice = z.infer<typeof TicketingNotice>;

const Preference = z.object({ kind: z.enum(noticeKinds), in_app: z.boolean(), email: z.boolean() });

/** One's own notices about tickets (the identity service has those of every module); nobody reads another's. */
export const noticeCalls = {
  notices: {
    method: "GET",
    path: "/notices",
    summary: "One's notices, newest first",
    query: z.object({ ...paging, unread: z.enum(["1"]).optional().catch(undefined) }),
    answers: { 200: pageSchema(TicketingNotice) },
  },
  unreadNotices: {
    method: "GET",
    path: "/notices/unread",
    summary: "How many notices are unread, and the newest five",
    answers: { 200: z.object({ unread: Count, newest: z.array(TicketingNotice) }) },
  },
  readNotices: {
    method: "POST",
    path: "/notices/read",
    summary: "Mark notices read: those named, or all",
    writes: true,
    body: z.strictObject({ ids: z.array(id).max(500).default([]), all: z.boolean().default(false) }),
    answers: { 201: DoneAnswer },
  },
  noticePreferences: {
    method: "GET",
    path: "/notices/preferences",
    summary: "How one is told of each kind",
    answers: { 200: z.object({ data: z.array(Preference) }) },
  },
  saveNoticePreferences: {
    method: "POST",
    path: "/notices/preferences",
    summary: "Choose how one is told of each kind",
    writes: true,
    body: z.strictObject({ data: z.array(z.strictObject(Preference.shape)).min(1).max(20) }),
    answers: { 201: z.object({ data: z.array(Preference) }) },
  },
} as const satisfies Record<string, Call>;
