import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postAll } from "../../demo/ledger";
import { type Move, post, proof } from "../../services/billing/store";
import { inAccount, type Trx } from "../../services/kit/database";
import { freshDatabase, type TestDatabase } from "../setup/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
}, 60_000);
afterAll(() => database.drop());

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const pair = (from: Move["entries"][number]["ledger"], to: Move["entries"][number]["ledger"], cents: number) => [
  { ledger: from, cents: -cents },
  { ledger: to, cents },
];
/** Up, held, charged, below the mark of a low balance, up again, and below it once more; one that moves nothing. */
const moves: (Move & { at: Date })[] = [
  { kind: "topup", reference: "one", description: "M-Pesa", at: day(1), entries: pair("cash", "available", 90_000) },
  { kind: "hold", reference: "blast:1", at: day(2), entries: pair("available", "held", 30_000) },
  { kind: "settle", reference: "blast:1/30000", at: day(3), entries: pair("held", "revenue", 30_000) },
  { kind: "hold", reference: "blast:2", at: day(4), entries: pair("available", "held", 20_000) },
  { kind: "settle", reference: "blast:2/20000", at: day(5), entries: pair("held", "revenue", 20_000) },
  { kind: "adjust", reference: "nothing", at: day(6), entries: pair("cash", "available", 0) },
  { kind: "topup", reference: "two", at: day(7), entries: pair("cash", "available", 70_000) },
  {
    kind: "charge",
    reference: "invoice:1",
    product: "Chats",
    at: day(8),
    entries: pair("available", "revenue", 99_000),
  },
];

async function written(account: string, work: (trx: Trx) => Promise<void>) {
  return inAccount(database.db, account, async (trx) => {
    await trx
      .insertInto("billing.wallets")
      .values({ customer_account: account, billing_customer_id: `b-${account}` })
      .execute();
    await work(trx);
    const lines = await sql`
      select kind, reference, description, product, seq, available_change, available_after, charged_cents, at,
        (select json_agg(json_build_array(e.ledger, e.cents) order by e.ledger) from billing.ledger_entries e
          where e.customer_account = t.customer_account and e.transaction_id = t.id) as entries
      from billing.ledger_transactions t where customer_account = ${account} order by id`.execute(trx);
    const wallet = await sql`
      select available_cents, held_cents, last_seq, low_since is not null as low from billing.wallets
      where customer_account = ${account}`.execute(trx);
    return { lines: lines.rows, wallet: wallet.rows, proof: await proof(trx, account) };
  });
}

test("a year of moves at once writes what the ledger writes for one after the other", async () => {
  const singly = await written("700001", async (trx) => {
    for (const move of moves) await post(trx, "700001", move);
  });
  const together = await written("700002", (trx) => postAll(trx, "700002", moves));
  expect(together).toEqual(singly);
  expect(together.lines).toHaveLength(moves.length);
  // The queue is closed to the application's role.
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const { rows } = await owner.query("select key from graphile_worker.jobs where key like 'low:7%' order by key");
  await owner.end();
  expect(rows).toEqual([{ key: "low:700001" }, { key: "low:700002" }]);
});

test("what does not sum to zero, what the balance is too low for and what was posted before is refused whole", async () => {
  const refused = (account: string, given: typeof moves) => written(account, (trx) => postAll(trx, account, given));
  const [first] = moves as [(typeof moves)[number]];
  await expect(refused("700003", [{ ...first, entries: [{ ledger: "available", cents: 1 }] }])).rejects.toThrow("zero");
  await expect(refused("700004", moves.slice(1))).rejects.toThrow("too low");
  await expect(refused("700005", [first, first])).rejects.toThrow(/unique/);
  for (const account of ["700003", "700004", "700005"])
    await inAccount(database.db, account, async (trx) => {
      expect(await trx.selectFrom("billing.ledger_transactions").select("id").execute()).toEqual([]);
    });
});
