import { z } from "zod";
import { importStates, rowKinds } from "../../../rules/file-import";

/** What every import of a file says, whatever it fills. */
export const FileImport = z.object({
  id: z.number().int(),
  state: z.enum(importStates),
  file_name: z.string(),
  bytes: z.number().int(),
  format: z.string(),
  columns: z.array(z.object({ name: z.string(), guess: z.string(), samples: z.array(z.string()) })),
  preview: z.array(z.array(z.string())),
  rows_read: z.number().int(),
  rows_total: z.number().int().nullable(),
  refused: z.number().int(),
  /** Rows that were taken although something of them was cut or left out. */
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
export type FileImport = z.infer<typeof FileImport>;

export const RefusedRow = z.object({ line: z.number().int(), reason: z.string(), cells: z.array(z.string()) });

export const ToldRow = RefusedRow.extend({ kind: z.enum(rowKinds) });
