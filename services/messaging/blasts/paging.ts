import { type SelectQueryBuilder, sql } from "kysely";
import type { Trx } from "../../kit/database";
import { type Asked, countCap, type Order, pageOfRows } from "../contacts/pages";

/** A page of a query in the order of one unique number, highest first unless `ascending`. */
export async function pageAnswer<D, TB extends keyof D, Row>(
  trx: Trx,
  query: SelectQueryBuilder<D, TB, Row>,
  asked: Asked,
  by: { key: string; name: keyof Row & string; ascending?: boolean },
) {
  const order: Order = { columns: [{ column: by.key, type: "bigint" }], ascending: by.ascending ?? false };
  const key = sql.ref<number>(by.key);
  const one = query.clearSelect().select(sql<number>`1`.as("one"));
  const counted = await sql<{ rows: number }>`
    select count(*) as rows from ${one.limit(countCap)} as counted`.execute(trx);
  const rows = counted.rows[0]?.rows ?? 0;
  return pageOfRows(
    asked,
    order,
    { rows, capped: rows >= countCap },
    (span) => {
      const up = span.back !== (by.ascending ?? false);
      const beyond = span.from ? query.where(key, up ? ">" : "<", Number(span.from[0])) : query;
      return beyond
        .orderBy(key, up ? "asc" : "desc")
        .limit(span.limit)
        .offset(span.offset)
        .execute() as Promise<Row[]>;
    },
    (row) => [String(row[by.name])],
  );
}
