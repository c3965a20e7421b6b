import type { z } from "zod";

/** A page of rows, as every paged call answers. */
export type Rows<R> = {
  data: R[];
  total: number;
  total_capped: boolean;
  current_page: number;
  last_page: number;
  /** 0: all rows are on the one page, and there is no other size. */
  per_page: number;
  next: string | null;
  previous: string | null;
};

/** What the URL says of a list; anything odd is its default. */
export function searchOf<S extends z.ZodObject>(definition: { search: S }, url: URL): z.output<S> {
  const said = definition.search.safeParse(Object.fromEntries(url.searchParams));
  return said.success ? said.data : definition.search.parse({});
}

/** The same URL with some of its query changed; undefined takes a name out. A changed filter begins at page 1. */
export function withQuery(
  search: string,
  changes: Record<string, string | number | undefined>,
  keepPlace = false,
): string {
  const query = new URLSearchParams(search);
  if (!keepPlace) for (const name of ["page", "after", "before"]) query.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") query.delete(name);
    else query.set(name, String(value));
  }
  return `?${query}`;
}

/** The links of the pager, by key where the list gives one. */
export function pagerLinks(rows: Omit<Rows<unknown>, "data">, search: string): { previous?: string; next?: string } {
  const { current_page: page } = rows;
  const to = (changes: Record<string, string | number | undefined>) => withQuery(search, changes, true);
  return {
    ...(rows.previous && page > 1 ? { previous: to({ page: page - 1, before: rows.previous, after: undefined }) } : {}),
    ...(rows.next ? { next: to({ page: page + 1, after: rows.next, before: undefined }) } : {}),
  };
}
