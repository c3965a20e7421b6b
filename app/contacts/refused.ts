import type { z } from "zod";
import type { Cell } from "../../services/kit/csv";
import type { RefusedRow } from "../../services/messaging/contract.contacts";

type Row = z.infer<typeof RefusedRow>;
type Column = readonly [heading: string, cell: (row: Row) => Cell];

/** Headings that the file reader knows and passes over when the mended file comes back (a test holds them together). */
export const refusedTitles = ["Refused line", "Why refused"] as const;

/** The refused rows as a file to mend and send again: the reason, then the columns as they were. */
export function refusedColumns(names: readonly string[]): Column[] {
  const [line, why] = refusedTitles;
  return [
    [line, (row) => row.line],
    [why, (row) => row.reason],
    ...names.map((name, place): Column => [name, (row) => row.cells[place]]),
  ];
}
