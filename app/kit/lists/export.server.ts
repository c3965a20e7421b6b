import type { z } from "zod";
import type { Cell } from "../../../services/kit/csv";
import { type Admitted, expectStatus, page } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { parseSearch, type Rows } from "../list";
import { fileColumns, type ListDefinition, type ListRequest } from "./definition";
import { fileResponse } from "./file.server";
import { listRequest, loadFacts } from "./load.server";

/** Rows asked for at a time while an export streams. */
const chunk = 500;

/** Every row of a search, page after page. */
export async function* everyRow<S extends z.ZodObject, R, F>(
  definition: Pick<ListDefinition<S, R, F>, "rows">,
  asked: ListRequest,
  search: z.output<S>,
): AsyncGenerator<R> {
  for (let page = 1, after: string | undefined; ; ) {
    const part = { ...search, per_page: chunk, before: undefined, page, after };
    const rows = expectStatus(await definition.rows({ ...asked, whole: true }, part as z.output<S>), 200) as Rows<R>;
    yield* rows.data;
    if (!rows.next) return;
    page = rows.current_page + 1;
    after = rows.next;
  }
}

/** The rows of a list as a file of the kind that the address ends in. The first ones are read before the file begins. */
export async function listFile<S extends z.ZodObject, R, F>(
  definition: ListDefinition<S, R, F>,
  given: Pick<Admitted<Path>, "api" | "viewer" | "url"> & { params: object },
): Promise<Response> {
  const asked = listRequest(given);
  const search = parseSearch(definition, given.url);
  const facts = await loadFacts(definition, asked, search);
  const columns = fileColumns(definition.columns(facts));
  const found = everyRow(definition, asked, search);
  // A list that can't be read is its error page, and no file with an error in it.
  const first = await found.next();
  async function* cells(): AsyncGenerator<Cell[]> {
    if (first.done) return;
    yield columns.map(({ value }) => value(first.value));
    for await (const row of found) yield columns.map(({ value }) => value(row));
  }
  const name = typeof definition.file === "string" ? definition.file : definition.file(facts);
  return fileResponse(given.url, { name, columns, rows: cells(), zone: facts.zone });
}

/** The loader of a list as a file: CSV, Excel or JSON by the ending of the address. */
export function exported<P extends Extract<Path, `${string}.csv`>, S extends z.ZodObject, R, F>(
  path: P,
  definition: ListDefinition<S, R, F>,
) {
  return page(path, (given) => listFile(definition, given));
}
