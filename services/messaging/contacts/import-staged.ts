import { sql } from "kysely";
import type { Counts } from "../../kit/contact-file/load";
import type { Trx } from "../../kit/database";

/** Where the rows of a file go. What it needs is locked when it is made. */
export type Destination = {
  /** An email address is enough. */
  byEmail: boolean;
  /**
   * Takes in the staged rows that have no reason. No number may have been staged before. Answers how many were added.
   * @param learn refreshes what the planner knows, which a big import has just changed
   */
  merge(learn: boolean): Promise<number>;
  /** When all rows are in. Answers the merge fields that the group did not have before, and what happened in words. */
  end(counts: Counts): Promise<{ madeFields: string[]; words: string }>;
};

/** Keeps the staged rows that the person is told of, and empties the table. */
export async function clearStaged(trx: Trx, account: string, importId: number): Promise<void> {
  await sql`
    insert into messaging.import_refused (customer_account, import_id, line, kind, reason, cells)
    select ${account}, ${importId}::bigint, line, kind, reason, cells from staged where reason is not null`.execute(
    trx,
  );
  await sql`truncate staged`.execute(trx);
}

/** Rows that an import found where it brought them. */
export function foundIn({ read, added, refused, repeated }: Counts): number {
  return read - added - refused - repeated;
}
