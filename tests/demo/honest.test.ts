import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "../../demo/accounts";
import { demoChildren } from "../../demo/children";
import { products } from "../../rules/access";
import { isComing } from "../../services/billing/price-list";
import { inAccount } from "../../services/kit/database";
import type { TestDatabase } from "../setup/database";
import { demoDatabase } from "../setup/demo";

let database: TestDatabase;
beforeAll(async () => {
  database = await demoDatabase();
}, 120_000);
afterAll(() => database.drop());

const coming: string[] = products.filter(isComing);

test("no account of the demo holds a product that has no pages", () => {
  for (const { products } of [...demoAccounts, ...demoChildren])
    expect(products.filter((product) => coming.includes(product))).toEqual([]);
});

test("none is billed, subscribed or in the figures either", async () => {
  for (const { customer_account: account } of demoAccounts) {
    const found = await inAccount(database.db, account, (trx) =>
      sql<{ product: string }>`
        select product from billing.subscriptions union select product from billing.invoices
        union select product from billing.ledger_transactions`.execute(trx),
    );
    expect(found.rows.map(({ product }) => product).filter((product) => coming.includes(product))).toEqual([]);
  }
});
