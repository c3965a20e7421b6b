import { z } from "zod";
import { FileImport } from "../kit/contact-file/shapes";

/** `mapping`: what each column of the file is, by its place; "field:<name>" keeps it as a merge field. */
export const Mapping = z
  .record(
    z.string().regex(/^\d{1,4}$/),
    z.string().regex(/^(ignore|phone|name|first_name|last_name|email|field:.{1,64})$/),
  )
  .refine((columns) => Object.values(columns).some((use) => use === "phone" || use === "email"), {
    message: "Choose the column with the phone numbers, or with the email addresses.",
  });

export const Import = FileImport.extend({
  /** What it fills: a contact group, the blacklist, or the list of an express send. */
  target: z.enum(["group", "blacklist", "express"]),
  group_id: z.number().int().nullable(),
  group_name: z.string().nullable(),
  added: z.number().int(),
  /** Contacts that were in the group before; for the blacklist, numbers that were on it. */
  updated: z.number().int(),
  /** Rows whose number or address came before in the file. */
  repeated: z.number().int(),
});
export type Import = z.infer<typeof Import>;
