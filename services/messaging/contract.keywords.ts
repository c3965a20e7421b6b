import { z } from "zod";
import { type KeywordRequest, wrongKeywords } from "../../rules/keywords";
import type { Call } from "../kit/contract";

const needs = { permissions: ["Manage settings"] } as const;
const words = z.array(z.string().max(100)).max(200).default([]);

/** Words of an account's own beside the fixed ones; each is one word of letters, and means one thing. */
export const OwnKeywords = z.strictObject({ stop: words, start: words, help: words }).superRefine((own, context) => {
  for (const [wish, wrong] of Object.entries(wrongKeywords(own)) as [KeywordRequest, string[]][])
    for (const message of wrong) context.addIssue({ code: "custom", path: [wish], message });
});

const Keywords = z.object({
  stop: z.array(z.string()),
  start: z.array(z.string()),
  help: z.array(z.string()),
  changed_by: z.string(),
  /** Null while the account has never had any. */
  changed_at: z.string().nullable(),
});
export type Keywords = z.infer<typeof Keywords>;

/** What people may answer to end messages, to get them again, and to ask for help. */
export const keywordCalls = {
  keywords: {
    method: "GET",
    path: "/keywords",
    summary: "The account's own words for STOP, START and HELP, beside the fixed ones",
    needs,
    answers: { 200: Keywords },
  },
  setKeywords: {
    method: "PUT",
    path: "/keywords",
    summary: "Set the account's own words for STOP, START and HELP; the fixed ones stay",
    needs,
    writes: true,
    body: OwnKeywords,
    answers: { 200: Keywords },
  },
} as const satisfies Record<string, Call>;
