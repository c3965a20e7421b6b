import { type RawBuilder, type SqlBool, sql } from "kysely";

type Asked = { page: number; per_page: number; after?: string | undefined; before?: string | undefined };

/** Counting stops here: a list says "10,000+" above it. */
export const countCap = 10_001;

/** Where a page begins and which way it is read. */
type Span = { beyond: RawBuilder<SqlBool>; tail: RawBuilder<unknown> };

/**
 * A page of rows in the order of a moment and a number, newest first. With a cursor it costs the same wherever it is; a
 * page asked for by its number alone is counted from the start. A broken cursor is no cursor.
 * @param read rows with `cursor`, the microseconds of their moment and their number, as `micros.id`
 */
export async function newestFirst<Row extends { cursor: string }>(
  asked: Asked,
  names: { at: string; id: string },
  count: () => Promise<number>,
  read: (span: Span) => Promise<Row[]>,
) {
  const { per_page } = asked;
  const [at, id] = [sql.ref(names.at), sql.ref(names.id)];
  const before = opened(asked.before);
  const from = before ?? opened(asked.after);
  const way = sql.raw(before ? "asc" : "desc");
  const sign = sql.raw(before ? ">" : "<");
  const offset = from ? 0 : (asked.page - 1) * per_page;
  const [counted, found] = await Promise.all([
    count(),
    read({
      beyond: from
        ? sql`(${at}, ${id}) ${sign} (timestamptz 'epoch' + ${from.micros}::bigint * interval '1 microsecond', ${from.id}::bigint)`
        : sql`true`,
      tail: sql`order by ${at} ${way}, ${id} ${way} limit ${per_page + 1} offset ${offset}`,
    }),
  ]);
  const more = found.length > per_page;
  const rows = found.slice(0, per_page);
  if (before) rows.reverse();
  const capped = counted >= countCap;
  const ahead = before ? true : more;
  const behind = before ? more : from !== undefined || asked.page > 1;
  return {
    data: rows.map(({ cursor: _cursor, ...row }) => row),
    total: Math.min(counted, countCap - 1),
    total_capped: capped,
    current_page: asked.page,
    last_page: Math.max(1, Math.ceil(Math.min(counted, countCap - 1) / per_page)),
    per_page,
    next: ahead ? (rows.at(-1)?.cursor ?? null) : null,
    previous: behind ? (rows[0]?.cursor ?? null) : null,
  };
}

/** What `newestFirst` reads as `cursor`. */
export function cursorOf(names: { at: string; id: string }): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${sql.ref(names.at)}) * 1000000)::bigint || '.' || ${sql.ref(names.id)}`;
}

function opened(cursor: string | undefined): { micros: string; id: string } | undefined {
  const [, micros, id] = /^(\d{1,17})\.(\d{1,18})$/.exec(cursor ?? "") ?? [];
  return micros && id ? { micros, id } : undefined;
}
