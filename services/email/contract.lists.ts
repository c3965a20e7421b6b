import { z } from "zod";
import { type Call, id } from "../kit/contract";
import { sending, viewing } from "./contract.schemas";

/** How many lists an account may have, archived ones included. */
export const maxLists = 30;

const Count = z.number().int();
const ListForm = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, "Give the list a name.")
    .max(60, "A name has at most 60 characters.")
    .regex(/^[^\r\n]*$/, "Use one line."),
  /** Readers see it where they choose. */
  description: z.string().trim().max(200, "At most 200 characters.").default(""),
});

/** A list that readers can leave by itself; `suppressed`: addresses that left it, or were taken off it. */
export const MailList = z.object({
  id: Count,
  name: z.string(),
  description: z.string(),
  archived_at: z.string().nullable(),
  suppressed: Count,
  created_by: z.string(),
  created_at: z.string(),
});
export type MailList = z.infer<typeof MailList>;

const one = z.object({ id });

/** The lists of an account's e-mail. */
export const listCalls = {
  mailLists: {
    method: "GET",
    path: "/lists",
    summary: "The lists that bulk emails are sent for; archived ones come last",
    needs: viewing,
    answers: { 200: z.object({ data: z.array(MailList) }) },
  },
  createMailList: {
    method: "POST",
    path: "/lists",
    summary: "Make a list",
    needs: sending,
    writes: true,
    body: ListForm,
    answers: { 201: MailList },
  },
  updateMailList: {
    method: "PUT",
    path: "/lists/{id}",
    summary: "Change a list's name and description",
    needs: sending,
    writes: true,
    params: one,
    body: ListForm,
    answers: { 201: MailList },
  },
  archiveMailList: {
    method: "POST",
    path: "/lists/{id}/archive",
    summary: "Archive a list, or use it again; who left it stays out",
    needs: sending,
    writes: true,
    params: one,
    body: z.strictObject({ archived: z.boolean() }),
    answers: { 201: MailList },
  },
} as const satisfies Record<string, Call>;
