import type { Problem } from "../../services/kit/contract";
import type { Cell } from "../../services/kit/csv";
import type { Rows } from "../kit/list";
import { fileResponse } from "../kit/lists/file.server";
import { expectStatus } from "../shell/page.server";

/** Rows asked for at a time while an export streams. */
const chunk = 500;

export type ExportPosition = { page: number; per_page: number; after: string | undefined };
type ReadPage<R> = (
  place: ExportPosition,
) => Promise<{ status: 200; body: Rows<R> } | { status: number; body: Problem }>;

/**
 * Every row as a file whose columns are known only once something was read: a group's merge fields, a file's own
 * headings (which may repeat, so they are pairs and no record).
 */
export async function exportRows<R>(
  url: URL,
  file: string,
  columns: readonly (readonly [heading: string, cell: (row: R) => Cell])[],
  read: ReadPage<R>,
  timeZone: string,
): Promise<Response> {
  const ask = async (page: number, after: string | undefined): Promise<Rows<R>> =>
    expectStatus(await read({ page, per_page: chunk, after }), 200) as Rows<R>;
  const first = await ask(1, undefined);
  async function* lines(): AsyncGenerator<Cell[]> {
    for (let rows = first; ; rows = await ask(rows.current_page + 1, rows.next ?? undefined)) {
      for (const row of rows.data) yield columns.map(([, cell]) => cell(row));
      if (!rows.next) return;
    }
  }
  const named = columns.map(([heading]) => ({ name: heading, heading }));
  return fileResponse(url, { name: file, columns: named, rows: lines(), zone: timeZone });
}
