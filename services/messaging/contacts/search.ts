import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Up to this many rows a search reads them all and finds any fragment; above it reads indexes only. */
export const scanned = 20_000;

const top = "\u{10ffff}";

function startsWith(column: string, prefix: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${prefix} || ${top})`;
}

/**
 * Conditions one of which a row must meet, each answered by one index: a number that begins or ends with what was
 * typed, or a name or surname that begins with it.
 */
export function indexed(q: string, columns: { names: boolean }): RawBuilder<SqlBool>[] {
  const digits = digitsOf(q);
  if (digits)
    return [
      ...beginnings(q, digits).map((prefix) => startsWith("msisdn", sql`${prefix}::text`)),
      startsWith("tail", sql`${[...digits].reverse().join("")}::text`),
    ];
  if (!columns.names) return [];
  return [startsWith("name_key", sql`lower(${q}::text)`), startsWith("surname_key", sql`lower(${q}::text)`)];
}

/** The condition for a scan: the fragment anywhere. */
export function anywhere(q: string, columns: { names: boolean }): RawBuilder<SqlBool> {
  const digits = digitsOf(q);
  if (digits) {
    const parts = [...beginnings(q, digits), digits];
    return sql`(${sql.join(
      parts.map((part) => sql`strpos(msisdn, ${part}) > 0`),
      sql` or `,
    )})`;
  }
  return columns.names ? sql`strpos(name_key, lower(${q}::text)) > 0` : sql`false`;
}

/** The digits of what looks like a piece of a number. */
function digitsOf(q: string): string | undefined {
  return /^[+\d\s().-]*\d[\d\s().-]*$/.test(q) ? q.replace(/\D/g, "") : undefined;
}

/** What the E.164 number may begin with when somebody typed this: 0712…, 712…, 254712… and +254712… are one. */
function beginnings(q: string, digits: string): string[] {
  if (q.trim().startsWith("+")) return [`+${digits}`];
  if (digits.startsWith("00")) return [`+${digits.slice(2)}`];
  if (digits.startsWith("0")) return [`+254${digits.slice(1)}`];
  return /^[17]/.test(digits) ? [`+254${digits}`, `+${digits}`] : [`+${digits}`];
}
