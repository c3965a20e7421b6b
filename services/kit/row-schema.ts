import type { Kysely, sql } from "kysely";
import { z } from "zod";
import type { DB } from "../tables";
import { checksRows } from "./environment";
import { type ReadOptions, rows } from "./unchecked-rows";

/**
 * The columns of a raw statement as the driver gives them: instants are `z.date()`, bigint is `z.number()`. It describes
 * and changes nothing, so defaults and transforms have no place in it. A column that it does not name is not checked.
 */
export type RowSchema<Row> = z.ZodType<Row, Row>;

/** A JSON column that was written as a schema with defaults or transforms answers; the schema finds it right as it is. */
export function jsonColumn<Kept>(schema: z.ZodType<Kept>) {
  return z.custom<Kept>((kept) => schema.safeParse(kept).success);
}

/** What many statements select. */
export const IdRow = z.object({ id: z.number() });
export const NameRow = z.object({ name: z.string() });
export const IdNameRow = z.object({ id: z.number(), name: z.string() });
export const UserIdRow = z.object({ user_id: z.string() });
export const AccountRow = z.object({ account: z.string() });
export const CountRow = z.object({ count: z.number() });

/** The same rows. @throws Error when one is not what the schema says and rows are checked (`checksRows`) */
export function checked<Row>(schema: RowSchema<Row>, found: Row[]): Row[] {
  if (checksRows) for (const one of found) checkRow(schema, one);
  return found;
}

function checkRow(schema: RowSchema<unknown>, found: unknown): void {
  const { error } = schema.safeParse(found);
  if (!error) return;
  const faults = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`A row is not what its schema says. ${faults.join("; ")}`);
}

/** Rows of a raw statement, of the type that their schema says. */
export async function checkedRows<Row>(
  db: Kysely<DB>,
  schema: RowSchema<Row>,
  statement: ReturnType<typeof sql>,
  options?: ReadOptions,
): Promise<Row[]> {
  return checked(schema, await rows<Row>(db, statement, options));
}

/** The first row of a raw statement; undefined when it has none. */
export async function checkedRow<Row>(
  db: Kysely<DB>,
  schema: RowSchema<Row>,
  statement: ReturnType<typeof sql>,
  options?: ReadOptions,
): Promise<Row | undefined> {
  return (await checkedRows(db, schema, statement, options))[0];
}
