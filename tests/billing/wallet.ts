import { sql } from "kysely";
import { expect } from "vitest";
import { billingService } from "../../services/billing/service";
import { post, proof } from "../../services/billing/store";
import { inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import type { TestDatabase } from "../setup/database";
import { person, surroundings } from "../setup/people";

let accounts = 0;
const serveOptions = surroundings({ owner: person() });

/** A new account with money, and a client that acts as a service for it. */
export async function testWallet(database: TestDatabase, cents: number) {
  const account = `6${String(++accounts).padStart(5, "0")}`;
  await inAccount(database.db, account, async (trx) => {
    await sql`insert into billing.wallets (customer_account, billing_customer_id) values (${account}, ${`b-${account}`})`.execute(
      trx,
    );
    const entries = [
      { ledger: "cash" as const, cents: -cents },
      { ledger: "available" as const, cents },
    ];
    await post(trx, account, { kind: "topup", reference: "start", entries });
  });
  const served = billingService(database, serveOptions);
  const token = serviceToken(serveOptions.serviceSecret, account);
  const ask = inProcess(served, { token, requestId: "test", address: "" });

  /** The cached balances, the sums of the entries, and the sums of the holds. */
  const books = () =>
    inAccount(database.db, account, async (trx) => {
      const { rows } = await sql<{ available: number; held: number }>`
        select available_cents as available, held_cents as held from billing.wallets where customer_account = ${account}`.execute(
        trx,
      );
      const holds = await sql<{ open: number; settled: number }>`
        select coalesce(sum(held_cents - settled_cents - released_cents - moved_cents), 0)::bigint as open,
          coalesce(sum(settled_cents), 0)::bigint as settled
        from billing.holds where customer_account = ${account}`.execute(trx);
      const refunds = await sql<{ cents: number }>`
        select coalesce(sum(available_change), 0)::bigint as cents from billing.ledger_transactions
        where customer_account = ${account} and kind = 'credit'`.execute(trx);
      const uneven = await sql`
        select transaction_id from billing.ledger_entries where customer_account = ${account}
        group by transaction_id having sum(cents) <> 0`.execute(trx);
      const [refunded] = refunds.rows;
      const found = { cached: rows[0], holds: holds.rows[0], refunded: refunded?.cents ?? 0 };
      return { ...found, sums: await proof(trx, account), uneven: uneven.rows.length };
    });

  /** Balance and holds are what the entries say; what was charged is gone, and nothing else. */
  async function proveBooks(): Promise<void> {
    const { cached, sums, holds, refunded, uneven } = await books();
    expect(sums.all).toBe(0);
    expect(uneven).toBe(0);
    expect(cached).toEqual({ available: sums.available, held: sums.held });
    expect(holds?.open).toBe(sums.held);
    expect(sums.available + sums.held + (holds?.settled ?? 0) - refunded).toBe(cents);
    expect(sums.available).toBeGreaterThanOrEqual(0);
  }
  return { account, ask, books, proveBooks };
}
