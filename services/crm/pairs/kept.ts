import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { row } from "../../kit/rows";

/** The record that another one became part of; nothing where it was not merged. */
export async function findKept(
  trx: Trx,
  account: string,
  { kind, id }: { kind: string; id: number },
): Promise<number | undefined> {
  const found = await row<{ kept_id: number }>(
    trx,
    sql`select kept_id from crm.merges where customer_account = ${account} and kind = ${kind} and merged_id = ${id}`,
  );
  return found?.kept_id;
}
