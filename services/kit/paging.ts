import { type SelectQueryBuilder, sql } from "kysely";
import type { Trx } from "./database";

type Asked = { page: number; per_page: number; after?: string | undefined; before?: string | undefined };

/** Counting stops here: one more than the most a list will say. */
const countCap = 10_001;

/**
 * A page of a query, the highest of one unique number first. With a cursor (that number) it costs the same wherever
 * it is; a page by number past the end is the last one, a broken cursor is no cursor.
 */
export async function pageAnswer<D, TB extends keyof D, Row>(
  trx: Trx,
  query: SelectQueryBuilder<D, TB, Row>,
  asked: Asked,
  by: { key: string; of(row: Row): number },
) {
  const key = sql.ref<number>(by.key);
  const one = query.clearSelect().select(sql<number>`1`.as("one"));
  const counted = await sql<{ rows: number }>`select count(*) as rows from ${one.limit(countCap)} as counted`.execute(
    trx,
  );
  const total = counted.rows[0]?.rows ?? 0;
  const capped = total >= countCap;
  const { per_page } = asked;
  const last_page = Math.max(1, Math.ceil(total / per_page));
  const [before, after] = [cursor(asked.before), cursor(asked.after)];
  const current_page = capped || before || after ? asked.page : Math.min(asked.page, last_page);
  const up = before !== undefined;
  let found = query.orderBy(key, up ? "asc" : "desc").limit(per_page + 1);
  if (before !== undefined) found = found.where(key, ">", before);
  else if (after !== undefined) found = found.where(key, "<", after);
  else found = found.offset((current_page - 1) * per_page);
  const rows = (await found.execute()) as Row[];
  const more = rows.length > per_page;
  const data = rows.slice(0, per_page);
  if (up) data.reverse();
  const [first, last] = [data[0], data.at(-1)];
  const newer = up ? more : after !== undefined || current_page > 1;
  return {
    data,
    total,
    total_capped: capped,
    current_page,
    last_page,
    per_page,
    previous: newer && first ? String(by.of(first)) : null,
    next: (up || more) && last ? String(by.of(last)) : null,
  };
}

function cursor(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** U+0000 can be in a search, never in a text of PostgreSQL. */
export function likeOf(text: string): string {
  return `%${text.replaceAll("\u0000", "").replace(/[\\%_]/g, "\\$&")}%`;
}
