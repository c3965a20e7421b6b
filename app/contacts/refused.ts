import { z } from "zod";
import { paging } from "../../services/kit/contract";
import type { Cell } from "../../services/kit/csv";
import { type RefusedRow, rowKinds } from "../../services/messaging/contract.imports";

/** What the URL of the list may say: one kind of row, or without it all of them. */
export const tellings = { search: z.object({ ...paging, kind: z.enum(rowKinds).optional().catch(undefined) }) };

type Row = z.infer<typeof RefusedRow>;
type Column = readonly [heading: string, cell: (row: Row) => Cell];

/** Headings that the file reader knows and passes over when the corrected file comes back (a test holds them together). */
export const refusedTitles = ["Refused line", "Why refused"] as const;

/** The refused rows as a file to correct and send again: the reason, then the columns as they were. */
export function refusedColumns(names: readonly string[]): Column[] {
  const [line, why] = refusedTitles;
  return [
    [line, (row) => row.line],
    [why, (row) => row.reason],
    ...names.map((name, place): Column => [name, (row) => row.cells[place]]),
  ];
}
