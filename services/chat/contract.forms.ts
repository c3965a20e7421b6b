import { z } from "zod";
import { fieldKinds, formKinds } from "../../rules/chat-forms";
import { id } from "../kit/contract";
import { Count, Seconds, text } from "./contract.fields";

export const label = text.pipe(z.string().max(200, "At most 200 characters.")).default("");
const choice = text.pipe(z.string().min(1).max(100, "A choice has at most 100 characters."));

export const FieldForm = z
  .strictObject({
    /** Of a question that is there; empty: a new one. */
    name: z.string().max(60).default(""),
    kind: z.enum(fieldKinds, { error: "Choose what is asked for." }),
    label_en: label,
    label_sw: label,
    required: z.boolean().default(false),
    on: z.boolean().default(true),
    choices: z.array(choice).max(30, "At most 30 choices.").default([]),
  })
  .superRefine(({ label_en, label_sw, kind, choices }, context) => {
    if (label_en === "" && label_sw === "")
      context.addIssue({
        code: "custom",
        path: ["label_en"],
        message: "Write the question, in one language at least.",
      });
    if (kind === "choice" && new Set(choices).size < 2)
      context.addIssue({ code: "custom", path: ["choices"], message: "Give at least two choices, one a line." });
  });

const Field = z.object({
  name: z.string(),
  kind: z.enum(fieldKinds),
  label_en: z.string(),
  label_sw: z.string(),
  required: z.boolean(),
  on: z.boolean(),
  choices: z.array(z.string()),
});

/** What a visitor is asked before or after the chat (Q074). */
export const ChatForm = z.object({
  kind: z.enum(formKinds),
  active: z.boolean(),
  /** After the chat: whether a comment is asked for beside the stars. */
  comment: z.boolean(),
  title_en: z.string(),
  title_sw: z.string(),
  fields: z.array(Field),
  updated_by: z.string(),
  /** Null: nobody has changed it. */
  updated_at: Seconds.nullable(),
});
export type ChatForm = z.infer<typeof ChatForm>;

export const pageMatches = ["any", "contains", "equals", "wildcard"] as const;

/** A message that a page shows by itself (Q075). */
export const ChatTrigger = z.object({
  id: z.number().int(),
  name: z.string(),
  match: z.enum(pageMatches),
  url: z.string(),
  seconds: Count,
  once: z.boolean(),
  text_en: z.string(),
  text_sw: z.string(),
  active: z.boolean(),
  updated_by: z.string(),
  updated_at: Seconds,
});
export type ChatTrigger = z.infer<typeof ChatTrigger>;

const shown = text.pipe(z.string().max(500, "A message has at most 500 characters.")).default("");

export const TriggerForm = z
  .strictObject({
    id: id.optional(),
    name: text.pipe(z.string().min(1, "Give it a name.").max(100, "A name has at most 100 characters.")),
    match: z.enum(pageMatches, { error: "Say on which pages." }),
    url: text.pipe(z.string().max(500, "At most 500 characters.")).default(""),
    seconds: z.coerce
      .number({ error: "Give the seconds as a number." })
      .int("Whole seconds.")
      .min(0, "At least 0 seconds.")
      .max(3_600, "At most 3,600 seconds, an hour."),
    once: z.boolean().default(false),
    text_en: shown,
    text_sw: shown,
    active: z.boolean().default(false),
  })
  .superRefine(({ match, url, text_en, text_sw }, context) => {
    if (match !== "any" && url === "")
      context.addIssue({ code: "custom", path: ["url"], message: "Write the address, or a part of it." });
    if (text_en === "" && text_sw === "")
      context.addIssue({ code: "custom", path: ["text_en"], message: "Write the message, in one language at least." });
  });
