import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { rows } from "../../kit/rows";
import type { DispositionType } from "../contract.schemas";

/** What can be said of a call that ended, in the account's order. */
export async function listDispositionTypes(trx: Trx, account: string): Promise<DispositionType[]> {
  const [types, items] = await Promise.all([
    rows<{ id: number; name: string }>(
      trx,
      sql`select id, name from voice.disposition_types
        where customer_account = ${account} and deleted_at is null order by rank, id`,
      { batched: true },
    ),
    rows<{ id: number; type_id: number; title: string }>(
      trx,
      sql`select id, type_id, title from voice.disposition_items
        where customer_account = ${account} and deleted_at is null order by rank, id`,
      { batched: true },
    ),
  ]);
  return types.map(({ id, name }) => ({
    ...{ id, name },
    items: items.filter(({ type_id }) => type_id === id).map((item) => ({ id: item.id, title: item.title })),
  }));
}
