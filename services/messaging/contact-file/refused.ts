import { csvStream } from "../../kit/csv";
import { type Column, refusedTitles } from "./columns";
import type { Refused } from "./read";

/**
 * The refused rows as a file to correct and send again: the line and the reason, then the cells as they were.
 * Sent in again, the two first columns are passed over.
 */
export function refusedCsv(
  columns: readonly Pick<Column, "title">[],
  refused: AsyncIterable<Refused> | Iterable<Refused>,
): ReadableStream<Uint8Array> {
  return csvStream([...refusedTitles, ...columns.map(({ title }) => title)], records(refused));
}

async function* records(refused: AsyncIterable<Refused> | Iterable<Refused>): AsyncGenerator<(string | number)[]> {
  for await (const row of refused) yield [row.line, row.refused, ...row.cells];
}
