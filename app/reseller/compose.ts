import { z } from "zod";
import { messageText } from "../../rules/segments";
import { id } from "../../services/kit/contract";
import { many } from "./fields";

export type Kind = "bulk" | "express";

/** A message for a child while it is being written. */
export type ChildBlastDraft = {
  child: string;
  key: string;
  group_ids: number[];
  numbers: string;
  sender: string;
  name: string;
  body: string;
};

/** Without a button's `intent` it is priced, which changes nothing. */
const Compose = z.object({
  intent: z.enum(["price", "review"]).catch("price").default("price"),
  child: z.string({ error: "Choose an account." }).regex(/^[\w-]{1,32}$/, "Choose an account."),
  key: z.string({ error: "Open this page again." }).min(8).max(60),
  group_ids: z.array(id).max(50, "Choose at most 50 groups.").default([]),
  numbers: z.string().trim().max(100_000, "These are too many numbers at once.").default(""),
  sender: z.string({ error: "Choose a sender name." }).max(15),
  name: z.string().trim().max(100, "A name has at most 100 characters.").default(""),
  body: z
    .string({ error: "Write the message." })
    .transform((typed) => messageText(typed).trim())
    .pipe(z.string().min(1, "Write the message.").max(1600, "A message has at most 1,600 characters.")),
});

export const composeShapes = {
  bulk: Compose.refine((form) => (form.group_ids?.length ?? 0) > 0, {
    path: ["group_ids"],
    message: "Choose at least one contact group.",
    when: () => true,
  }),
  express: Compose.refine((form) => (form.numbers ?? "") !== "", {
    path: ["numbers"],
    message: "Enter at least one phone number.",
    when: () => true,
  }),
};

/** A draft out of what a form said, however odd. */
export function draftOf(said: Record<string, unknown>, before: ChildBlastDraft): ChildBlastDraft {
  const text = (name: keyof ChildBlastDraft, known = "") =>
    typeof said[name] === "string" ? (said[name] as string) : known;
  return {
    child: text("child", before.child),
    key: text("key", before.key),
    group_ids: many(said.group_ids).map(Number).filter(Number.isSafeInteger),
    numbers: text("numbers"),
    sender: text("sender"),
    name: text("name"),
    body: text("body"),
  };
}
