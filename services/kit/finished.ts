import { type RawBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { parsePhone } from "../../rules/phone.foreign";
import { type FinishedRecord, type finishedCalls, finishedLimit } from "./contract.finished";
import type { Trx } from "./database";
import type { Handlers } from "./serve";

/** What was finished from one moment to another; of those at `from`, the records after one. */
export type FinishedRange = { from: string; until: string; after: number };

/**
 * The condition of the range on the columns of the instant and the record, which an index has in this order. PostgreSQL
 * guesses how many rows a comparison of pairs finds; how many the range of the instant alone has, it knows.
 */
export function inFinishedRange(
  { from, until, after }: FinishedRange,
  at: RawBuilder<unknown>,
  record: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${at} >= ${from}::timestamptz and ${at} < ${until}::timestamptz
    and (${at}, ${record}) > (${from}::timestamptz, ${after}::bigint)`;
}

/** The order of an answer, and one row more than it has. */
export function oldestFinished(at: RawBuilder<unknown>, record: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`order by ${at}, ${record} limit ${sql.lit(finishedLimit + 1)}`;
}

/** A row of a source; `phones` are the numbers that are kept, the one that counts most first. */
export const FinishedRow = z.object({
  record: z.number(),
  at: z.string(),
  phones: z.array(z.string().nullable()),
  name: z.string(),
});
export type FinishedRow = z.infer<typeof FinishedRow>;

/** The rows of a range, oldest first, with one more than an answer has. */
type ListFinished = (trx: Trx, account: string, range: FinishedRange) => Promise<FinishedRow[]>;

/** The call of a service that keeps such records. */
export function finishedHandlers(
  read: <T>(account: string, work: (trx: Trx) => Promise<T>) => Promise<T>,
  listFinished: ListFinished,
): Handlers<typeof finishedCalls> {
  return {
    async finished({ body }, { account }) {
      const found = await read(account, (trx) => listFinished(trx, account, body));
      return { status: 200, body: finishedPage(found) };
    },
  };
}

/** The answer of rows that are in order, one more than the limit where there are more. */
function finishedPage(found: readonly FinishedRow[]): { data: FinishedRecord[]; more: boolean } {
  const data = found.slice(0, finishedLimit).map(({ phones, ...one }) => ({ ...one, phone: firstNumber(phones) }));
  return { data, more: found.length > finishedLimit };
}

/** The first that is a number one can write to, in E.164; empty where none is. */
function firstNumber(phones: readonly (string | null)[]): string {
  for (const text of phones) {
    const phone = parsePhone(text ?? "");
    if (phone.ok) return phone.e164;
  }
  return "";
}
