import type { z } from "zod";
import { type Cell, csvStream } from "../../services/kit/csv";
import type { Viewer } from "../access";
import { expectStatus, page } from "../shell/page.server";
import type { Path } from "../sitemap";
import { type List, type Rows, searchOf } from "./list";

/** Rows asked for at a time while an export streams. */
const chunk = 500;

type CsvPath = Extract<Path, `${string}.csv`>;

/** The loader of `<list>.csv`: every row of that search, streamed, safe to open in a spreadsheet. */
export function csv<S extends z.ZodObject, R, P extends CsvPath>(
  path: P,
  definition: List<S, R> | ((params: Record<string, string>, viewer: Viewer) => List<S, R>),
) {
  return page(path, async ({ api, url, params, viewer }) => {
    const list = typeof definition === "function" ? definition(params, viewer) : definition;
    const search = { ...searchOf(list, url), per_page: chunk, before: undefined };
    const read = async (page: number, after: string | undefined): Promise<Rows<R>> =>
      expectStatus(await list.rows(api, { ...search, page, after } as z.output<S>), 200) as Rows<R>;
    const first = await read(1, undefined);
    async function* lines(): AsyncGenerator<Cell[]> {
      const columns = Object.values(list.columns);
      for (let rows = first; ; rows = await read(rows.current_page + 1, rows.next ?? undefined)) {
        for (const row of rows.data) yield columns.map((column) => column(row));
        if (!rows.next) return;
      }
    }
    return new Response(csvStream(Object.keys(list.columns), lines(), viewer.time_zone), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${list.file}.csv"`,
        "cache-control": "private, no-store, no-transform",
      },
    });
  });
}
