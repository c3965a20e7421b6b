import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billingService } from "../../services/billing/service";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";
import { racing } from "./fixture";
import { testWallet } from "./wallet";

let database: TestDatabase;
const serveOptions = surroundings({ owner: person() });
const wallet = (cents: number) => testWallet(database, cents);

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe("the ledger", () => {
  test("200 racing holds of 1 cent with money for 100: exactly 100 hold, none goes below zero", async () => {
    const { ask, books, proveBooks } = await wallet(100);
    const answers = await racing(200, (i) => ask.hold({ body: { reference: `race:${i}`, cents: 1, description: "" } }));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(100);
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(100);
    expect((await books()).cached).toEqual({ available: 0, held: 100 });
    await proveBooks();
  });

  test("any mix of holds, charges and releases by several clients keeps it exact", async () => {
    const operation = fc.record({
      what: fc.constantFrom("hold", "settle", "close"),
      work: fc.integer({ min: 0, max: 5 }),
      cents: fc.integer({ min: 0, max: 400 }),
      given: fc.integer({ min: 0, max: 400 }),
    });
    const client = fc.array(operation, { maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(fc.array(client, { minLength: 2, maxLength: 6 }), async (clients) => {
        const { ask, proveBooks } = await wallet(1_000);
        await Promise.all(
          clients.map(async (operations) => {
            for (const { what, work, cents, given } of operations) {
              const reference = `work:${work}`;
              const answer =
                what === "hold"
                  ? await ask.hold({ body: { reference, cents, description: "" } })
                  : await ask.settle({
                      params: { reference },
                      body: { settled_cents: cents, released_cents: given, closed: what === "close" },
                    });
              expect([201, 404, 409, 422]).toContain(answer.status);
            }
          }),
        );
        await proveBooks();
      }),
      { numRuns: 25, seed: 7 },
    );
  }, 120_000);

  test("a hold is made once, whoever asks again; another amount under its name is refused", async () => {
    const { ask, books } = await wallet(1_000);
    const body = { reference: "blast:1", cents: 300, description: "SMS" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask.hold({ body })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect((await ask.hold({ body: { ...body, cents: 301 } })).status).toBe(409);
    expect((await books()).cached).toEqual({ available: 700, held: 300 });
  });

  test("totals may be told any number of times, never go back, and never exceed what is held", async () => {
    const { ask, books, proveBooks } = await wallet(1_000);
    await ask.hold({ body: { reference: "blast:1", cents: 500, description: "" } });
    const settle = (settled_cents: number, released_cents: number, closed = false) =>
      ask.settle({ params: { reference: "blast:1" }, body: { settled_cents, released_cents, closed } });
    expect((await settle(200, 0)).status).toBe(201);
    expect((await settle(200, 0)).status).toBe(201);
    expect((await settle(100, 0)).status).toBe(409);
    expect((await settle(400, 200)).status).toBe(422);
    expect((await settle(300, 100, true)).status).toBe(422);
    expect((await settle(400, 100, true)).body).toMatchObject({
      settled_cents: 400,
      released_cents: 100,
      closed: true,
    });
    // A late worker that tells the same totals does not open it again.
    expect((await settle(400, 100, false)).body).toMatchObject({ closed: true });
    expect((await books()).cached).toEqual({ available: 600, held: 0 });
    await proveBooks();
  });

  test("an unknown hold, and one of another account, are not there", async () => {
    const [mine, theirs] = [await wallet(100), await wallet(100)];
    await mine.ask.hold({ body: { reference: "blast:9", cents: 50, description: "" } });
    expect((await theirs.ask.holdOf({ params: { reference: "blast:9" } })).status).toBe(404);
    const body = { settled_cents: 50, released_cents: 0, closed: true };
    expect((await theirs.ask.settle({ params: { reference: "blast:9" }, body })).status).toBe(404);
    expect((await theirs.ask.balance({ params: { billing_customer_id: `b-${mine.account}` } })).status).toBe(404);
    expect((await mine.ask.holdOf({ params: { reference: "blast:9" } })).body).toMatchObject({
      held_cents: 50,
      settled_cents: 0,
    });
  });

  test("holds are for services: a signed-in person may read the balance and no more", async () => {
    const served = billingService(database, serveOptions);
    const body = { reference: "blast:1", cents: 1, description: "" };
    expect((await served.call("hold", { body }, caller("owner"))).status).toBe(403);
    expect((await served.call("holdOf", { params: { reference: "x" } }, caller("owner"))).status).toBe(403);
    expect((await served.call("hold", { body }, caller("svc.100001.9999999999.forged"))).status).toBe(401);
  });
});
