import { type RawBuilder, type SqlBool, sql } from "kysely";
import { numberBeginnings, startsWith, turned, typedDigits } from "../../kit/search-ranges";

/**
 * Conditions one of which a row must meet, each answered by one index: a number that begins or ends with what was
 * typed, or a name or surname that begins with it.
 */
export function indexed(q: string, columns: { names: boolean }): RawBuilder<SqlBool>[] {
  const digits = typedDigits(q);
  if (digits)
    return [
      ...numberBeginnings(q, digits).map((prefix) => startsWith(sql.ref("msisdn"), sql`${prefix}::text`)),
      startsWith(sql.ref("tail"), sql`${turned(digits)}::text`),
    ];
  if (!columns.names) return [];
  return [
    startsWith(sql.ref("name_key"), sql`lower(${q}::text)`),
    startsWith(sql.ref("surname_key"), sql`lower(${q}::text)`),
  ];
}

/** The condition for a scan: the fragment anywhere. */
export function anywhere(q: string, columns: { names: boolean }): RawBuilder<SqlBool> {
  const digits = typedDigits(q);
  if (digits) {
    const parts = [...numberBeginnings(q, digits), digits];
    return sql`(${sql.join(
      parts.map((part) => sql`strpos(msisdn, ${part}) > 0`),
      sql` or `,
    )})`;
  }
  return columns.names ? sql`strpos(name_key, lower(${q}::text)) > 0` : sql`false`;
}
