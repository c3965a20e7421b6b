import { sql } from "kysely";
import type { Trx } from "../kit/database";

type Entry = { ledger: "available" | "held" | "revenue" | "cash"; cents: number };
type Kind = "topup" | "hold" | "settle" | "release" | "adjust";

/**
 * Posts one balanced transaction and moves the cached balances with it. The kind and reference are unique in an
 * account: posting the same one twice changes nothing and answers false.
 */
export async function post(
  trx: Trx,
  account: string,
  move: { kind: Kind; reference: string; description?: string; entries: Entry[]; at?: Date },
): Promise<boolean> {
  const entries = move.entries.filter((entry) => entry.cents !== 0);
  if (entries.reduce((sum, entry) => sum + entry.cents, 0) !== 0) throw new Error("a transaction must sum to zero");
  const written = await trx
    .insertInto("billing.ledger_transactions")
    .values({
      customer_account: account,
      kind: move.kind,
      reference: move.reference,
      description: move.description ?? "",
      ...(move.at ? { at: move.at } : {}),
    })
    .onConflict((on) => on.columns(["customer_account", "kind", "reference"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!written) return false;
  if (entries.length > 0)
    await trx
      .insertInto("billing.ledger_entries")
      .values(entries.map((entry) => ({ customer_account: account, transaction_id: written.id, ...entry })))
      .execute();
  const sum = (ledger: Entry["ledger"]) => entries.reduce((total, e) => total + (e.ledger === ledger ? e.cents : 0), 0);
  await trx
    .updateTable("billing.wallets")
    .set({
      available_cents: sql<number>`available_cents + ${sum("available")}`,
      held_cents: sql<number>`held_cents + ${sum("held")}`,
    })
    .where("customer_account", "=", account)
    .execute();
  return true;
}

/** The wallet, its row locked until the commit: every change of one account's money passes here one by one. */
export function lockWallet(trx: Trx, account: string) {
  return trx
    .selectFrom("billing.wallets")
    .selectAll()
    .where("customer_account", "=", account)
    .forUpdate()
    .executeTakeFirst();
}

export function walletOf(trx: Trx, account: string, billingCustomer: string) {
  return trx
    .selectFrom("billing.wallets")
    .select(["available_cents", "held_cents"])
    .where("customer_account", "=", account)
    .where("billing_customer_id", "=", billingCustomer)
    .executeTakeFirst();
}

export function holdOf(trx: Trx, account: string, reference: string) {
  return trx
    .selectFrom("billing.holds")
    .select(["reference", "held_cents", "settled_cents", "released_cents", "closed"])
    .where("customer_account", "=", account)
    .where("reference", "=", reference)
    .executeTakeFirst();
}

/** The sum of the entries, to be compared with the cached balance. */
export async function proof(trx: Trx, account: string): Promise<{ available: number; held: number; all: number }> {
  const { rows } = await sql<{ available: number; held: number; all: number }>`
    select coalesce(sum(cents) filter (where ledger = 'available'), 0)::bigint as available,
           coalesce(sum(cents) filter (where ledger = 'held'), 0)::bigint as held,
           coalesce(sum(cents), 0)::bigint as "all"
    from billing.ledger_entries where customer_account = ${account}`.execute(trx);
  return rows[0] ?? { available: 0, held: 0, all: 0 };
}
