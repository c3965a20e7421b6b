import type { Trx } from "../../kit/database";
import { moves } from "./states";

/** An open pro forma is cancelled or expires, and its order goes with it; false when it was not open. */
export async function closeProforma(
  trx: Trx,
  account: string,
  id: number,
  state: "cancelled" | "expired",
): Promise<boolean> {
  const closed = await trx
    .updateTable("billing.invoice_marks")
    .set({ state })
    .where("customer_account", "=", account)
    .where("invoice_id", "=", id)
    .where("state", "=", "open")
    .returning("invoice_id")
    .executeTakeFirst();
  if (!closed) return false;
  const held = await trx
    .selectFrom("billing.subscriptions")
    .select(["product", "state"])
    .where("customer_account", "=", account)
    .where("invoice_id", "=", id)
    .executeTakeFirst();
  if (!held) return true;
  const next = moves[held.state].drop_order ?? held.state;
  const change = trx
    .updateTable("billing.subscriptions")
    .set({ invoice_id: null, ...(next === "available" ? {} : { state: next }) })
    .where("customer_account", "=", account)
    .where("product", "=", held.product);
  if (next !== "available") await change.execute();
  else
    await trx
      .deleteFrom("billing.subscriptions")
      .where("customer_account", "=", account)
      .where("product", "=", held.product)
      .execute();
  return true;
}
