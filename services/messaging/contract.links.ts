import { z } from "zod";
import { linkSigns, recipientSigns } from "../../rules/short-links";
import { type Call, id, pageSchema, paging } from "../kit/contract";

const needs = { permissions: ["Manage settings"], products: ["SMS", "BULK"] } as const;
const Count = z.number().int();

/** A link of a text, and what came of it. Programs show previews and check links; they are no clicks. */
export const BlastLink = z.object({
  position: Count,
  /** As it stands in the text: it leads to the same page and counts nobody. */
  link: z.string(),
  target: z.string(),
  /** Recipients who followed it, and how often in all. */
  people: Count,
  clicks: Count,
  programs: Count,
});
export type BlastLink = z.infer<typeof BlastLink>;

export const LinkClick = z.object({
  id: z.number().int(),
  msisdn: z.string(),
  name: z.string(),
  target: z.string(),
  /** Null: only programs opened it. */
  first_at: z.string().nullable(),
  last_at: z.string().nullable(),
  clicks: Count,
  programs: Count,
});
export type LinkClick = z.infer<typeof LinkClick>;

export const LinkSettings = z.strictObject({
  short_links: z.boolean({ error: "Choose whether links become short." }),
  promotional_links: z.boolean({ error: "Choose whether links of promotional messages become short." }).default(false),
  link_domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(60, "Use at most 60 characters.")
    .regex(/^$|^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, "Enter a domain such as go.example.co.ke.")
    .default(""),
});
export type LinkSettings = z.output<typeof LinkSettings>;

export const KeptLinkSettings = LinkSettings.extend({
  /** What the links of a message begin with when there is no domain of the account's own. */
  standard: z.string(),
});

/** Short links of messages: how the account wants them, who followed them, and following one. */
export const linkCalls = {
  linkSettings: {
    method: "GET",
    path: "/settings/links",
    summary: "Whether links of messages become short ones, and under which domain",
    needs,
    answers: { 200: KeptLinkSettings },
  },
  setLinkSettings: {
    method: "PUT",
    path: "/settings/links",
    summary: "Change whether links of messages become short ones; messages that are made keep what they have",
    needs,
    writes: true,
    body: LinkSettings,
    answers: { 200: KeptLinkSettings },
  },
  linkClicks: {
    method: "GET",
    path: "/blasts/{id}/clicks",
    summary: "Who followed the links of a blast, the last to begin first",
    needs: {
      permissions: ["View bulk message", "Send bulk message", "Send single message"],
      products: ["SMS", "BULK"],
    },
    params: z.object({ id }),
    query: z.object({
      ...paging,
      q: z.string().trim().max(100).default("").catch(""),
      by: z.enum(["people", "programs"]).optional().catch(undefined),
    }),
    answers: { 200: pageSchema(LinkClick) },
  },
  followLink: {
    method: "POST",
    path: "/links/{code}",
    summary: "Where a short link leads; counts the visit of a recipient",
    public: true,
    writes: true,
    params: z.object({ code: z.string().max(100) }),
    body: z.strictObject({ program: z.boolean() }),
    answers: { 200: z.object({ target: z.string() }) },
  },
} as const satisfies Record<string, Call>;

/** What this installation answers to whoever asks a domain whether its short links arrive here. */
export const linkDomainAnswer = "short links\n";

/** What a short link ends with. */
export const linkCode = new RegExp(`^[0-9A-Za-z]{${linkSigns + recipientSigns}}$`);
