import type { z } from "zod";
import type { Product } from "../../rules/access";
import type { Trx } from "../kit/database";
import type { AccountMoney } from "./contract.wallet";
import { productPlan } from "./products/plans";

/** What the platform sees of an account's money; nothing without a wallet. */
export async function loadMoney(
  trx: Trx,
  account: string,
  now: Date,
): Promise<z.infer<typeof AccountMoney> | undefined> {
  const wallet = await trx
    .selectFrom("billing.wallets")
    .select(["available_cents", "held_cents"])
    .where("customer_account", "=", account)
    .executeTakeFirst();
  if (!wallet) return undefined;
  const rows = await trx
    .selectFrom("billing.subscriptions")
    .select(["product", "state", "plan", "active_until"])
    .where("customer_account", "=", account)
    .orderBy("product")
    .execute();
  return {
    ...wallet,
    subscriptions: rows.map(({ product, state, plan, active_until }) => ({
      product,
      state,
      plan: productPlan(product as Product, plan, now)?.name ?? "",
      code: plan.replace(/-(month|year)$/, ""),
      active_until: active_until?.toISOString() ?? null,
    })),
  };
}
