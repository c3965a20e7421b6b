import type { z } from "zod";
import type { Cell } from "../../services/kit/csv";
import type { Viewer } from "../access";
import { page } from "../shell/page.server";
import type { Path } from "../sitemap";
import { type List, searchOf } from "./list";
import { everyRow } from "./lists/export.server";
import { fileResponse } from "./lists/file.server";
import { requestOf } from "./lists/load.server";

type CsvPath = Extract<Path, `${string}.csv`>;

/** The loader of `<list>.csv` and the other endings: every row of that search, streamed. */
export function csv<S extends z.ZodObject, R, P extends CsvPath>(
  path: P,
  definition: List<S, R> | ((params: Record<string, string>, viewer: Viewer) => List<S, R>),
) {
  return page(path, async (given) => {
    const { url, params, viewer } = given;
    const list = typeof definition === "function" ? definition(params, viewer) : definition;
    const rows = { rows: ({ api }: ReturnType<typeof requestOf>, search: z.output<S>) => list.rows(api, search) };
    const found = everyRow<S, R, unknown>(rows, requestOf(given), searchOf(list, url));
    const first = await found.next();
    const values = Object.values(list.columns);
    async function* cells(): AsyncGenerator<Cell[]> {
      if (first.done) return;
      yield values.map((value) => value(first.value));
      for await (const row of found) yield values.map((value) => value(row));
    }
    const columns = Object.keys(list.columns).map((heading) => ({ name: heading, heading }));
    return fileResponse(url, { name: list.file, columns, rows: cells(), zone: viewer.time_zone });
  });
}
