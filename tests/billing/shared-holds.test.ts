import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { racing } from "./fixture";
import { testWallet } from "./wallet";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** A new account with money, with short ways to hold and settle it. */
async function wallet(cents: number) {
  const { account, ask, books, proveBooks } = await testWallet(database, cents);
  const hold = (reference: string, amount: number, more: object = {}) =>
    ask.hold({ body: { reference, cents: amount, description: "SMS", ...more } });
  const settle = (reference: string, settled_cents: number, released_cents: number | undefined, closed: boolean) =>
    ask.settle({
      params: { reference },
      body: { settled_cents, ...(released_cents === undefined ? {} : { released_cents }), closed },
    });
  const close = (reference: string, settled_cents = 0) => settle(reference, settled_cents, undefined, true);
  async function find(reference: string) {
    const { status, body } = await ask.holdOf({ params: { reference } });
    if (status !== 200) throw new Error(`${reference}: ${status}`);
    return body;
  }
  const lines = () =>
    inAccount(database.db, account, async (trx) => {
      const { rows } = await sql<{ kind: string; reference: string; cents: number }>`
        select kind, reference, available_change as cents from billing.ledger_transactions
        where customer_account = ${account} and available_change <> 0 order by seq`.execute(trx);
      return rows;
    });
  const cached = async () => (await books()).cached;
  return { ask, cached, proveBooks, hold, settle, close, find, lines };
}

const survey = { out_of: "survey:1" };

test("a hold takes what another one shares first, and the rest from the balance", async () => {
  const { hold, find, cached, lines, proveBooks } = await wallet(1_000);
  await hold("survey:1", 500, { shared_cents: 300 });
  expect((await hold("blast:1", 200, survey)).status).toBe(201);
  expect((await cached())?.available).toBe(500);
  expect((await hold("blast:2", 200, survey)).status).toBe(201);
  expect(await find("survey:1")).toMatchObject({ held_cents: 500, moved_cents: 300, shared_cents: 300 });
  expect((await cached())?.available).toBe(400);
  await proveBooks();
  // What was reserved already is in no line again.
  expect(await lines()).toMatchObject([
    { kind: "topup", cents: 1_000 },
    { kind: "hold", reference: "survey:1", cents: -500 },
    { kind: "hold", reference: "blast:2", cents: -100 },
  ]);
});

test("the same hold again takes nothing again, and one that can't be paid takes nothing", async () => {
  const { hold, find, cached, proveBooks } = await wallet(500);
  await hold("survey:1", 450, { shared_cents: 450 });
  for (let times = 0; times < 3; times++) expect((await hold("blast:1", 400, survey)).status).toBe(201);
  const refused = await hold("blast:2", 101, survey);
  expect(refused).toMatchObject({
    status: 422,
    body: { message: "The balance is too low: this costs KES 1.01 and KES 1.00 is left. Nothing was sent." },
  });
  expect(await find("survey:1")).toMatchObject({ moved_cents: 400 });
  expect((await hold("blast:3", 100, survey)).status).toBe(201);
  expect(await cached()).toMatchObject({ available: 0, held: 500 });
  await proveBooks();
});

test("what is not used goes back to the open hold, and to the balance when that is closed", async () => {
  const { hold, settle, close, find, cached, proveBooks } = await wallet(1_000);
  await hold("survey:1", 300, { shared_cents: 300 });
  await hold("blast:1", 200, survey);
  await hold("blast:2", 150, survey);
  expect((await cached())?.available).toBe(650);
  expect((await settle("blast:1", 80, 120, true)).status).toBe(201);
  expect(await find("survey:1")).toMatchObject({ moved_cents: 180, others_settled_cents: 80 });
  // 100 of the second one came from the hold, 50 from the balance.
  await close("blast:2", 0);
  expect(await find("survey:1")).toMatchObject({ moved_cents: 80 });
  expect((await cached())?.available).toBe(700);
  await hold("blast:3", 100, survey);
  expect((await close("survey:1")).body).toMatchObject({ released_cents: 120, moved_cents: 180, closed: true });
  await close("blast:3", 40);
  expect(await cached()).toMatchObject({ available: 880, held: 0 });
  // The other hold knows what became of all of it.
  expect(await find("survey:1")).toMatchObject({ moved_cents: 120, released_cents: 180, others_settled_cents: 120 });
  await proveBooks();
});

test("all that is left is given back once, whoever asks again, and others take nothing of what is closed", async () => {
  const { hold, close, find, cached, proveBooks } = await wallet(1_000);
  await hold("survey:1", 300, { shared_cents: 200 });
  await hold("blast:1", 80, survey);
  const answers = await racing(5, () => close("survey:1", 90));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await find("survey:1")).toMatchObject({ settled_cents: 90, released_cents: 130, closed: true });
  expect(await cached()).toMatchObject({ available: 830, held: 80 });
  await hold("blast:2", 100, survey);
  expect(await cached()).toMatchObject({ available: 730, held: 180 });
  await proveBooks();
});

test("what others took can be neither charged nor given back, and no hold shares more than it has", async () => {
  const { hold, settle, proveBooks } = await wallet(1_000);
  expect((await hold("survey:2", 100, { shared_cents: 101 })).status).toBe(422);
  await hold("survey:1", 300, { shared_cents: 300 });
  await hold("blast:1", 200, survey);
  expect((await settle("survey:1", 101, 0, false)).status).toBe(422);
  expect((await settle("survey:1", 0, 101, false)).status).toBe(422);
  expect((await settle("survey:1", 100, 0, true)).status).toBe(201);
  await proveBooks();
});

test("one that replaces another is taken out of the same hold, also where the balance alone would not do", async () => {
  const { hold, find, cached, proveBooks } = await wallet(300);
  await hold("survey:1", 300, { shared_cents: 300 });
  await hold("blast:1", 200, survey);
  expect((await hold("blast:2", 301, { instead_of: "blast:1" })).status).toBe(422);
  // It was refused as a whole: the other one is as it was.
  expect(await find("blast:1")).toMatchObject({ released_cents: 0, closed: false });
  expect((await hold("blast:2", 250, { instead_of: "blast:1" })).status).toBe(201);
  expect(await find("blast:1")).toMatchObject({ released_cents: 200, closed: true });
  expect(await find("survey:1")).toMatchObject({ moved_cents: 250 });
  expect(await cached()).toMatchObject({ available: 0, held: 300 });
  await proveBooks();
});

test("what is refunded later goes to the balance, and the other hold knows of it", async () => {
  const { ask, hold, close, find, cached, proveBooks } = await wallet(1_000);
  await hold("survey:1", 300, { shared_cents: 300 });
  await hold("blast:1", 200, survey);
  await close("blast:1", 160);
  for (let times = 0; times < 2; times++)
    await ask.refund({ params: { reference: "blast:1" }, body: { cents: 80, description: "SMS not delivered" } });
  expect(await find("survey:1")).toMatchObject({
    moved_cents: 160,
    others_settled_cents: 160,
    others_refunded_cents: 80,
  });
  expect((await cached())?.available).toBe(780);
  await proveBooks();
});

test("a hold out of one that is not there, or of another account, is held from the balance", async () => {
  const [mine, theirs] = [await wallet(500), await wallet(500)];
  await mine.hold("survey:1", 300, { shared_cents: 300 });
  await theirs.hold("blast:1", 200, survey);
  expect(await theirs.cached()).toMatchObject({ available: 300, held: 200 });
  expect(await mine.find("survey:1")).toMatchObject({ moved_cents: 0 });
});

test("any mix of holds out of one another, charges, refunds and ends by several clients keeps the books exact", async () => {
  const operation = fc.record({
    what: fc.constantFrom("share", "take", "take", "settle", "close", "rest", "refund"),
    parent: fc.integer({ min: 0, max: 1 }),
    work: fc.integer({ min: 0, max: 6 }),
    cents: fc.integer({ min: 0, max: 300 }),
    given: fc.integer({ min: 0, max: 300 }),
  });
  const client = fc.array(operation, { maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(fc.array(client, { minLength: 2, maxLength: 5 }), async (clients) => {
      const { ask, hold, settle, close, proveBooks, cached } = await wallet(1_000);
      const holds = new Set<string>();
      await Promise.all(
        clients.map(async (operations) => {
          for (const { what, parent, work, cents, given } of operations) {
            const [big, small] = [`survey:${parent}`, `blast:${work}`];
            holds.add(what === "share" ? big : small);
            const asked = {
              share: () => hold(big, cents, { shared_cents: Math.min(cents, given) }),
              take: () => hold(small, cents, { out_of: big }),
              settle: () => settle(given % 2 === 0 ? big : small, cents, given, false),
              close: () => settle(given % 2 === 0 ? big : small, cents, given, true),
              rest: () => close(given % 2 === 0 ? big : small, cents),
              refund: () => ask.refund({ params: { reference: small }, body: { cents: cents + 1, description: "" } }),
            };
            expect([201, 404, 409, 422]).toContain((await asked[what]()).status);
          }
        }),
      );
      await proveBooks();
      // In whatever order they end: nothing stays reserved.
      for (const reference of holds) {
        const found = await ask.holdOf({ params: { reference } });
        if (found.status === 200 && !found.body.closed) await close(reference, found.body.settled_cents);
      }
      expect((await cached())?.held).toBe(0);
      await proveBooks();
    }),
    { numRuns: 25, seed: 11 },
  );
}, 120_000);
