import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Up to this many rows a search reads them all and finds any fragment; above it reads indexes only. */
export const scanned = 20_000;

const top = "\u{10ffff}";

/** A column in collation "C" that begins with a text: a range, which an index answers below row-level security too. */
export function startsWith(column: RawBuilder<unknown>, prefix: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql`(${column} >= ${prefix} and ${column} < ${prefix} || ${top})`;
}

/** The digits of what looks like a piece of a number; undefined for other texts. */
export function typedDigits(q: string): string | undefined {
  return /^[+\d\s().-]*\d[\d\s().-]*$/.test(q) ? q.replace(/\D/g, "") : undefined;
}

/** What an E.164 number may begin with when somebody typed this: 0712…, 712…, 254712… and +254712… are one. */
export function numberBeginnings(q: string, digits: string): string[] {
  if (q.trim().startsWith("+")) return [`+${digits}`];
  if (digits.startsWith("00")) return [`+${digits.slice(2)}`];
  if (digits.startsWith("0")) return [`+254${digits.slice(1)}`];
  return /^[17]/.test(digits) ? [`+254${digits}`, `+${digits}`] : [`+${digits}`];
}

/** A number's digits from its end, as a column of turned numbers has them. */
export function turned(digits: string): string {
  return [...digits].reverse().join("");
}
