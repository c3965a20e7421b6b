import { type CompiledQuery, type Kysely, sql } from "kysely";
import type { DB } from "../tables";
import { asBatched } from "./batched-read";
import { type ReadOptions, rows } from "./unchecked-rows";

/** Rows of a query of the query builder. */
export async function queryRows<Row>(
  db: Kysely<DB>,
  query: { compile(): CompiledQuery<Row> },
  { batched = false }: ReadOptions = {},
): Promise<Row[]> {
  const asked = query.compile();
  return (await db.executeQuery<Row>(batched ? asBatched(asked) : asked)).rows;
}

/** Whether a statement finds a row, or changes one and returns it. */
export async function hasRows(
  db: Kysely<DB>,
  statement: ReturnType<typeof sql>,
  options?: ReadOptions,
): Promise<boolean> {
  return (await rows(db, statement, options)).length > 0;
}

/** JSON as a parameter. */
export function json(value: unknown) {
  return sql`${JSON.stringify(value)}::jsonb`;
}

export function texts(values: readonly string[]) {
  return sql`${[...values]}::text[]`;
}

export function bigints(ids: readonly number[]) {
  return sql`${[...ids]}::bigint[]`;
}

/** Whole seconds since 1970 (R092). */
export function seconds(at: Date): number;
export function seconds(at: Date | null): number | null;
export function seconds(at: Date | null): number | null {
  return at === null ? null : Math.floor(at.getTime() / 1000);
}
