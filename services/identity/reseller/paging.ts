import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../kit/database";

type Asked = { page: number; per_page: number; after?: string | undefined; before?: string | undefined };

/** A page of a parent's rows, the highest id first. `from` is everything behind "from", `what` what is selected. */
export async function rowsPage<R extends { id: number }>(
  trx: Trx,
  { what, from, where }: { what: RawBuilder<unknown>; from: RawBuilder<unknown>; where: RawBuilder<unknown> },
  { page, per_page, after, before }: Asked,
) {
  const counted = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(trx);
  const total = counted.rows[0]?.total ?? 0;
  const last_page = Math.max(1, Math.ceil(total / per_page));
  const [above, below] = [keyOf(before), keyOf(after)];
  const current_page = above || below ? page : Math.min(page, last_page);
  const place = above ? sql`t.id > ${above}` : below ? sql`t.id < ${below}` : sql`true`;
  const skip = above || below ? 0 : (current_page - 1) * per_page;
  const { rows } = await sql<R>`
    select ${what} from ${from} where ${where} and ${place}
    order by t.id ${above ? sql`asc` : sql`desc`} limit ${per_page + 1} offset ${skip}`.execute(trx);
  const more = rows.length > per_page;
  const data = rows.slice(0, per_page);
  if (above) data.reverse();
  const [first, last] = [data[0], data.at(-1)];
  const newer = above ? more : below !== undefined || current_page > 1;
  return {
    data,
    rest: {
      total,
      total_capped: false,
      current_page,
      last_page,
      per_page,
      previous: newer && first ? String(first.id) : null,
      next: (above || more) && last ? String(last.id) : null,
    },
  };
}

function keyOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** For `ilike`; U+0000 can be in a search, never in a text of PostgreSQL. */
export function likeOf(text: string): string {
  return `%${text.replaceAll("\u0000", "").replace(/[\\%_]/g, "\\$&")}%`;
}
