import { z } from "zod";
import { shortcutPattern, shortcutText, wrongInCanned } from "../../rules/canned";
import { id } from "../kit/contract";
import { Count, Seconds, text } from "./contract.fields";

export const cannedScopes = ["own", "team", "all"] as const;
export type CannedScope = (typeof cannedScopes)[number];

export const KeptFile = z.object({ id: z.string(), name: z.string(), bytes: Count });

/** A reply written once for many (Q075). */
export const Canned = z.object({
  id: z.number().int(),
  scope: z.enum(cannedScopes),
  /** The team it is for; empty unless the scope is team. */
  team: z.string(),
  title: z.string(),
  /** Without its stroke. */
  shortcut: z.string(),
  text_en: z.string(),
  text_sw: z.string(),
  files: z.array(KeptFile),
  used: Count,
  used_at: Seconds.nullable(),
  updated_by: z.string(),
  updated_at: Seconds,
  /** Whether the caller may change it. */
  mine: z.boolean(),
});
export type Canned = z.infer<typeof Canned>;

const cannedText = text
  .pipe(z.string().max(5_000, "A reply has at most 5,000 characters."))
  .superRefine((given, context) => {
    const message = wrongInCanned(given);
    if (message) context.addIssue({ code: "custom", message });
  })
  .default("");

export const CannedForm = z
  .strictObject({
    id: id.optional(),
    scope: z.enum(cannedScopes, { error: "Choose who can use it." }),
    team: z.string().max(40).default(""),
    title: text.pipe(z.string().min(1, "Give it a title.").max(100, "A title has at most 100 characters.")),
    shortcut: z
      .string()
      .max(40)
      .overwrite(shortcutText)
      .refine((key) => key === "" || shortcutPattern.test(key), {
        error: "Letters, digits, - and _ only, at most 30: like hours or mpesa-till.",
      })
      .default(""),
    text_en: cannedText,
    text_sw: cannedText,
    file_ids: z.array(z.uuid()).max(5, "At most 5 files.").default([]),
  })
  .superRefine(({ text_en, text_sw, scope, team }, context) => {
    if (text_en === "" && text_sw === "")
      context.addIssue({ code: "custom", path: ["text_en"], message: "Write the reply, in one language at least." });
    if (scope === "team" && team === "")
      context.addIssue({ code: "custom", path: ["team"], message: "Choose the team." });
  });
export type CannedForm = z.input<typeof CannedForm>;

/** As it is offered while writing: in the customer's language, with what is known filled in. */
export const CannedOffer = z.object({
  id: z.number().int(),
  title: z.string(),
  shortcut: z.string(),
  text: z.string(),
  /** Variables without a value: asked for before the text goes out. */
  missing: z.array(z.string()),
  files: z.array(KeptFile),
});
export type CannedOffer = z.infer<typeof CannedOffer>;

export const Preferences = z.object({
  /** One key each in the inbox (j, k, r, …). */
  inbox_keys: z.boolean(),
  /** A stroke and a word while writing put a canned reply in. */
  canned_keys: z.boolean(),
  tours_seen: z.array(z.string()),
});
export type Preferences = z.infer<typeof Preferences>;
