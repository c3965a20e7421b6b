import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Trx } from "../../kit/database";
import { type Asked, countCap, type Order, pageOfRows, reads } from "../contacts/pages";

/** A page of a query in the order of one unique number. */
export async function pageAnswer<D, TB extends keyof D, Row>(
  trx: Trx,
  query: SelectQueryBuilder<D, TB, Row>,
  asked: Asked,
  by: { key: string; name: keyof Row & string; ascending?: boolean },
) {
  const order: Order = { columns: [{ column: by.key, type: "bigint" }], ascending: by.ascending ?? false };
  const counted = await sql<{ rows: number }>`
    select count(*) as rows from (${query.clearSelect().select(sql<number>`1`.as("one")).limit(countCap)}) as counted`.execute(trx);
  const rows = counted.rows[0]?.rows ?? 0;
  return pageOfRows(
    asked,
    order,
    { rows, capped: rows >= countCap },
    async (span) => {
      const { beyond, tail } = reads(order, span);
      const found = await sql<Row>`${query.where(beyond as typeof beyond & { expressionType?: SqlBool })} ${tail}`.execute(trx);
      return found.rows;
    },
    (row) => [String(row[by.name])],
  );
}
