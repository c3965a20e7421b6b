import type { z } from "zod";
import { showKes } from "../../rules/money";
import { type ActivityActor, recordActivity } from "../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../kit/database";
import { queryRows } from "../kit/rows";
import type { BillingDetails, BillingForm } from "./contract.statement";
import { lockWallet } from "./store";

export function loadDetails(
  { db }: Database,
  account: string,
  billingCustomer: string,
): Promise<BillingDetails | undefined> {
  return readAccount(db, account, async (trx) => {
    const found = await read(trx, account);
    return found?.billing_customer_id === billingCustomer ? found : undefined;
  });
}

async function read(trx: Trx, account: string): Promise<BillingDetails | undefined> {
  const wallets = trx
    .selectFrom("billing.wallets as w")
    .leftJoin("billing.customers as c", "c.customer_account", "w.customer_account")
    .select(["w.billing_customer_id", "w.available_cents", "w.held_cents", "w.low_balance_cents", "w.low_since"])
    .select(["c.name", "c.email", "c.phone", "c.address", "c.town", "c.kra_pin"])
    .where("w.customer_account", "=", account);
  const [row] = await queryRows(trx, wallets, { batched: true });
  if (!row) return undefined;
  const { low_since, ...rest } = row;
  const text = { name: row.name ?? "", email: row.email ?? "", phone: row.phone ?? "" };
  const place = { address: row.address ?? "", town: row.town ?? "", kra_pin: row.kra_pin ?? "" };
  return { ...rest, ...text, ...place, is_low: low_since !== null };
}

/** Sets who the invoices are made out to; what was issued stays as it is. Undefined without a wallet. */
export function saveDetails({ db }: Database, account: string, form: z.output<typeof BillingForm>, by: ActivityActor) {
  return inAccount(db, account, async (trx) => {
    if (!(await lockWallet(trx, account))) return undefined;
    const values = { ...form, updated_at: new Date() };
    await trx
      .insertInto("billing.customers")
      .values({ customer_account: account, ...values })
      .onConflict((on) => on.column("customer_account").doUpdateSet(values))
      .execute();
    const description = `Invoices are made out to ${form.name}.`;
    await recordActivity(trx, account, by, { action: "Billing details changed", description, subject: "billing" });
    return read(trx, account);
  });
}

/** Below which balance the owner is warned. A mark above the balance warns with the next spend, not at once. */
export function saveLowBalance({ db }: Database, account: string, cents: number | null, by: ActivityActor) {
  return inAccount(db, account, async (trx) => {
    const wallet = await lockWallet(trx, account);
    if (!wallet) return undefined;
    const low = cents !== null && wallet.available_cents < cents;
    await trx
      .updateTable("billing.wallets")
      .set({ low_balance_cents: cents, low_since: low ? wallet.low_since : null })
      .where("customer_account", "=", account)
      .execute();
    const description = cents === null ? "No warning of a low balance." : `Warning below ${showKes(cents)}.`;
    await recordActivity(trx, account, by, { action: "Low balance setting changed", description, subject: "billing" });
    return read(trx, account);
  });
}
