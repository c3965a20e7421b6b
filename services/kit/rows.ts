import { sql } from "kysely";
import type { Trx } from "./database";

/** Rows of a statement. */
export async function rows<Row>(trx: Trx, statement: ReturnType<typeof sql>): Promise<Row[]> {
  return (await (statement as ReturnType<typeof sql<Row>>).execute(trx)).rows;
}

/** The first row of a statement; undefined when it has none. */
export async function row<Row>(trx: Trx, statement: ReturnType<typeof sql>): Promise<Row | undefined> {
  return (await rows<Row>(trx, statement))[0];
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
