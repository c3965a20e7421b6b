import { type RawBuilder, sql } from "kysely";
import { numberBeginnings, startsWith, typedDigits } from "../../kit/search-ranges";

/**
 * Whether the number of session `x` is what was typed, or begins so, however it is written; an index answers it. Nothing
 * that is no number is found.
 */
export function numberWhere(q: string): RawBuilder<unknown> {
  if (q === "") return sql`true`;
  const digits = typedDigits(q);
  if (!digits) return sql`false`;
  const ranges = numberBeginnings(q, digits).map((one) => startsWith(sql.raw("x.msisdn"), sql`${one}::text`));
  return sql`(x.msisdn <> '' and (${sql.join(ranges, sql` or `)}))`;
}
