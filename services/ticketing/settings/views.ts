import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { parseFilters } from "../tickets/list";
import { ticketsWhere, type ViewerScope } from "../tickets/where";

/** Tickets of a view are counted no further. */
const counted = 1_000;

const ViewCountRow = z.object({ at: z.number(), n: z.number() });

/** How many tickets each saved search of the list shows the viewer, to a thousand; read in one message. */
export async function viewCounts(trx: Trx, scope: ViewerScope, queries: readonly string[]): Promise<number[]> {
  if (queries.length === 0) return [];
  const counts = queries.map((query, at) => {
    const filters = parseFilters(Object.fromEntries(new URLSearchParams(query)), {});
    return sql`select ${at}::int as at, (select count(*)::int from (
      select 1 from ticketing.tickets t where ${ticketsWhere(scope, filters)} limit ${counted}) c) as n`;
  });
  const found = await checkedRows(trx, ViewCountRow, sql.join(counts, sql` union all `));
  const tickets = new Map(found.map(({ at, n }) => [at, n]));
  return queries.map((_, at) => tickets.get(at) ?? 0);
}
