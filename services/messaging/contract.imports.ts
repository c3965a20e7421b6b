import { z } from "zod";

/** `mapping`: what each column of the file is, by its place; "field:<name>" keeps it as a merge field. */
export const Mapping = z
  .record(
    z.string().regex(/^\d{1,4}$/),
    z.string().regex(/^(ignore|phone|name|first_name|last_name|email|field:.{1,64})$/),
  )
  .refine((columns) => Object.values(columns).some((use) => use === "phone" || use === "email"), {
    message: "Choose the column with the phone numbers, or with the email addresses.",
  });

export const Import = z.object({
  id: z.number().int(),
  state: z.enum(["uploaded", "running", "done", "failed", "undone"]),
  /** What it fills: a contact group, the blacklist, or the list of an express send. */
  target: z.enum(["group", "blacklist", "express"]),
  file_name: z.string(),
  bytes: z.number().int(),
  format: z.string(),
  columns: z.array(z.object({ name: z.string(), guess: z.string(), samples: z.array(z.string()) })),
  preview: z.array(z.array(z.string())),
  group_id: z.number().int().nullable(),
  group_name: z.string().nullable(),
  rows_read: z.number().int(),
  rows_total: z.number().int().nullable(),
  added: z.number().int(),
  /** Contacts that were in the group before; for the blacklist, numbers that were on it. */
  updated: z.number().int(),
  refused: z.number().int(),
  /** Rows whose number or address came before in the file. */
  repeated: z.number().int(),
  /** Contacts of which something was cut or left out. */
  noted: z.number().int(),
  message: z.string(),
  /** What the file comes to with the guessed columns; without `whole` only its first rows were counted. */
  expected: z
    .object({
      rows: z.number().int(),
      refused: z.number().int(),
      repeated: z.number().int(),
      noted: z.number().int(),
      whole: z.boolean(),
      /** Why the file cannot be imported; "" when it can be. */
      problem: z.string(),
    })
    .nullable(),
  /** Another finished import of the very same file, if there is one. */
  same_as: z.number().int().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type Import = z.infer<typeof Import>;

export const RefusedRow = z.object({ line: z.number().int(), reason: z.string(), cells: z.array(z.string()) });

/** Rows that are not in the group, rows whose number came before, and contacts of which something was cut. */
export const rowKinds = ["refused", "repeated", "noted"] as const;
export const ToldRow = RefusedRow.extend({ kind: z.enum(rowKinds) });
export type ToldRow = z.infer<typeof ToldRow>;
