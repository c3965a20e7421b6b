import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";

const KeptIdRow = z.object({ kept_id: z.number() });

/** The record that another one became part of; nothing where it was not merged. */
export async function findKept(
  trx: Trx,
  account: string,
  { kind, id }: { kind: string; id: number },
): Promise<number | undefined> {
  const found = await checkedRow(
    trx,
    KeptIdRow,
    sql`select kept_id from crm.merges where customer_account = ${account} and kind = ${kind} and merged_id = ${id}`,
  );
  return found?.kept_id;
}
