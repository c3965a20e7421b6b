import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import type { TestDatabase } from "../setup/database";
import { demoDatabase } from "../setup/demo";

let database: TestDatabase;
beforeAll(async () => {
  database = await demoDatabase();
}, 120_000);
afterAll(() => database.drop());

describe.each(["100001", "200002"])("the demo's money of account %s", (account) => {
  const rows = async (statement: string) =>
    (await inAccount(database.db, account, (trx) => sql.raw<Record<string, number | string>>(statement).execute(trx)))
      .rows;

  test("the statement runs by time, its balance is right line by line and never below zero", async () => {
    const lines = await rows(
      `select seq, at, available_change as change, available_after as after from billing.ledger_transactions where customer_account = '${account}' order by seq`,
    );
    let balance = 0;
    for (const [i, line] of lines.entries()) {
      balance += Number(line.change);
      expect([line.seq, line.after]).toEqual([i + 1, balance]);
      expect(balance).toBeGreaterThanOrEqual(0);
      if (i > 0)
        expect(new Date(String(line.at)).getTime()).toBeGreaterThanOrEqual(
          new Date(String(lines[i - 1]?.at)).getTime(),
        );
    }
    const [wallet] = await rows(
      `select available_cents, last_seq from billing.wallets where customer_account = '${account}'`,
    );
    expect(wallet).toEqual({ available_cents: balance, last_seq: lines.length });
    expect(lines.length).toBeGreaterThan(60);
  });

  test("payments have their numbers in the order they were asked for", async () => {
    const found = await rows(
      `select id, rank() over (order by asked_at) as place from billing.payments where customer_account = '${account}' order by id`,
    );
    expect(found.length).toBeGreaterThan(15);
    expect(found.map(({ place }) => place)).toEqual(found.map((_, at) => at + 1));
  });

  test("invoices have numbers without a gap, and add up", async () => {
    const found = await rows(
      `select split_part(number, '-', 1) || split_part(number, '-', 2) as row, count(*) as n, max(right(number, 6)::int) as last,
         bool_and(total_cents = net_cents + vat_cents) as sums from billing.invoices where customer_account = '${account}' group by 1`,
    );
    expect(found.length).toBeGreaterThanOrEqual(2);
    for (const each of found) expect(each).toMatchObject({ n: each.last, sums: true });
  });

  test("what plans and use were charged stands on invoices, to the cent", async () => {
    const [charged] = await rows(
      `select sum(charged_cents) filter (where kind = 'charge')::bigint as plans from billing.ledger_transactions where customer_account = '${account}'`,
    );
    const [invoiced] = await rows(
      `select sum(total_cents)::bigint as plans from billing.invoices where customer_account = '${account}' and kind = 'tax' and product <> ''`,
    );
    expect(charged).toEqual(invoiced);
  });
});
