import { z } from "zod";
import { id } from "../kit/contract";
import { AudienceRules } from "./contract.audience";
import { RecurrenceForm } from "./contract.recurring";

/** What to do with a recipient whose merge field has no value: leave out, leave blank, or use this text. */
export const MissingDecision = z.union([
  z.literal("skip"),
  z.literal("blank"),
  z.strictObject({ default: z.string().max(100) }),
]);

/** Bulk: saved groups. Express: numbers typed or pasted, no saved group. `key` makes a repeated post one blast. */
export const BlastForm = z
  .strictObject({
    kind: z.enum(["bulk", "express"]).default("bulk"),
    name: z.string().trim().max(100, "A name has at most 100 characters.").default(""),
    sender: z.string().trim().min(1, "Choose a sender ID.").max(15),
    group_ids: z.array(id).max(50).default([]),
    numbers: z.string().trim().max(100_000).default(""),
    /** Express: a list of rows that were uploaded or pasted, in place of numbers. */
    list_id: id.nullable().default(null),
    body: z.string().trim().min(1, "Write the message.").max(1600, "A message has at most 1,600 characters."),
    ...AudienceRules.shape,
    missing: z.record(z.string().max(64), MissingDecision).default({}),
    send_at: z.iso.datetime({ offset: true }).nullable().default(null),
    /** The scheduled blast whose place it takes when it is confirmed. */
    replaces: id.nullable().default(null),
    /** Sends it again every day, week or month, to whoever is in the groups then. */
    recurrence: RecurrenceForm.nullable().default(null),
    key: z.string().min(8).max(100),
  })
  .superRefine((form, context) => {
    if (form.kind === "bulk" && form.group_ids.length === 0)
      context.addIssue({ code: "custom", path: ["group_ids"], message: "Choose at least one contact group." });
    if (form.kind === "express" && form.numbers === "" && form.list_id === null)
      context.addIssue({ code: "custom", path: ["numbers"], message: "Enter at least one phone number." });
    if (form.recurrence === null) return;
    if (form.kind !== "bulk")
      context.addIssue({ code: "custom", path: ["recurrence"], message: "Only a message to contact groups recurs." });
    if (form.send_at === null)
      context.addIssue({ code: "custom", path: ["send_at"], message: "Choose when it is sent first." });
    else if (form.recurrence.until !== null && form.recurrence.until < form.send_at.slice(0, 10))
      context.addIssue({ code: "custom", path: ["recurrence", "until"], message: "Choose a day after the first." });
  });
export type BlastForm = z.input<typeof BlastForm>;
