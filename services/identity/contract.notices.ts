import { z } from "zod";
import { noticeKindNames, noticeModuleNames } from "../../rules/notices";
import { type Call, DoneAnswer, id, pageSchema, paging } from "../kit/contract";

const kind = z.enum(noticeKindNames);

/** What one was notified of. `href`: the page that it is about. */
export const Notice = z.object({
  id: z.number().int(),
  kind,
  module: z.enum(noticeModuleNames),
  subject_id: z.string(),
  words: z.string(),
  href: z.string(),
  at: z.string(),
  read_at: z.string().nullable(),
});
export type Notice = z.infer<typeof Notice>;

const Preference = z.object({ kind, in_app: z.boolean(), email: z.boolean() });

const module = z.enum(noticeModuleNames).optional().catch(undefined);

/** One's own notices, of every module; nobody reads another's, and nobody what they may not see any more. */
export const noticeCalls = {
  notices: {
    method: "GET",
    path: "/notices",
    summary: "One's notices of every module, newest first",
    query: z.object({ ...paging, unread: z.enum(["1"]).optional().catch(undefined), module }),
    answers: { 200: pageSchema(Notice) },
  },
  unreadNotices: {
    method: "GET",
    path: "/notices/unread",
    summary: "How many notices are unread, and the newest five",
    answers: { 200: z.object({ unread: z.number().int(), newest: z.array(Notice) }) },
  },
  readNotices: {
    method: "POST",
    path: "/notices/read",
    summary: "Mark notices read: those named, all, or all of a module",
    writes: true,
    body: z.strictObject({
      ids: z.array(id).max(500).default([]),
      all: z.boolean().default(false),
      module: z.enum(noticeModuleNames).optional(),
    }),
    answers: { 201: DoneAnswer },
  },
  followNotice: {
    method: "POST",
    path: "/notices/{id}/follow",
    summary: "Mark a notice read and answer the page that it is about",
    writes: true,
    params: z.object({ id }),
    answers: { 201: z.object({ href: z.string() }) },
  },
  noticePreferences: {
    method: "GET",
    path: "/notices/preferences",
    summary: "How one is notified of each kind that one may read",
    answers: { 200: z.object({ data: z.array(Preference) }) },
  },
  saveNoticePreferences: {
    method: "POST",
    path: "/notices/preferences",
    summary: "Choose how one is notified of each kind",
    writes: true,
    body: z.strictObject({ data: z.array(z.strictObject(Preference.shape)).min(1).max(100) }),
    answers: { 201: z.object({ data: z.array(Preference) }) },
  },
  noticePeople: {
    method: "POST",
    path: "/notices/people",
    summary: "People who can sign in with the kinds that they may read: those named, or the audience of a kind",
    internal: true,
    body: z.strictObject({ ids: z.array(z.string().max(32)).max(500).default([]), audience: kind.optional() }),
    answers: {
      200: z.object({ data: z.array(z.object({ id: z.string(), email: z.string(), kinds: z.array(kind) })) }),
    },
  },
} as const satisfies Record<string, Call>;
