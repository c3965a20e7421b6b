import type { Kysely, sql } from "kysely";
import type { DB } from "../tables";
import { asBatched } from "./batched-read";

/**
 * `batched`: a read that finds few rows through an index travels in one message with the others that are asked for in
 * the same turn (services/kit/batched-read.ts).
 */
export type ReadOptions = { batched?: boolean };

/**
 * Rows of a statement, of a type that nothing compares with them: for the kit and for tests. A service has `checkedRows`
 * (services/kit/row-schema.ts).
 */
export async function rows<Row>(
  db: Kysely<DB>,
  statement: ReturnType<typeof sql>,
  { batched = false }: ReadOptions = {},
): Promise<Row[]> {
  const asked = (statement as ReturnType<typeof sql<Row>>).compile(db);
  return (await db.executeQuery<Row>(batched ? asBatched(asked) : asked)).rows;
}

/** The first row of a statement; undefined when it has none. */
export async function row<Row>(
  db: Kysely<DB>,
  statement: ReturnType<typeof sql>,
  options?: ReadOptions,
): Promise<Row | undefined> {
  return (await rows<Row>(db, statement, options))[0];
}
