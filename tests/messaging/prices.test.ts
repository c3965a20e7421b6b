import { afterAll, beforeAll, expect, test } from "vitest";
import { offers } from "../../services/billing/price-list";
import { blastStage, lakeside, phone, type Stage } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

const london = "+447400123456";
const kampala = "+256772123456";
const dar = "+255712345678";

let fixture: Stage;
beforeAll(async () => {
  fixture = await blastStage();
  await fixture.work(fakeCarrier().carrier);
});
afterAll(() => fixture.close());

test("a number abroad costs what its country costs, and is named in the price", async () => {
  const price = await fixture.price({ kind: "express", numbers: [phone(1), phone(2), london, kampala].join("\n") });
  expect(price).toMatchObject({ recipients: 4, foreign: 2, part_price: 0.8, cost_cents: 80 + 80 + 800 + 450 });
  expect(price.lines).toEqual([
    { destination: "KE", recipients: 2, parts: 2, part_price: 0.8 },
    { destination: "GB", recipients: 1, parts: 1, part_price: 8 },
    { destination: "UG", recipients: 1, parts: 1, part_price: 4.5 },
  ]);
});

test("what is held and charged is that price, to the cent, and what does not leave is given back at its own", async () => {
  const fake = fakeCarrier("some");
  const other = await blastStage();
  fake.behave((sms) => (sms.to === dar ? { kind: "refused", code: 11, temporary: false } : fake.taken()));
  await other.work(fake.carrier);
  const before = await other.ledger();
  const numbers = [phone(1), london, dar].join("\n");
  const made = await other.send({ kind: "express", numbers, body: "z".repeat(200) });
  expect(made).toMatchObject({ parts: 6, cost_cents: 160 + 1600 + 900, held_cents: 2660 });
  const after = await other.settled(made.id);
  expect(after).toMatchObject({ charged_cents: 1760, released_cents: 900, failed: 1 });
  expect((await other.ledger()).available).toBe(before.available - 1760);
  expect((await other.ask("summary")).body).toMatchObject({ cost_cents: 1760 });
  expect((await other.ledger()).sums.all).toBe(0);
  await other.close();
});

test("an account's own prices win over the list, and a country or a network over the whole", async () => {
  await fixture.rows(
    `insert into messaging.settings (customer_account, part_price) values ('${lakeside}', 7000)`,
    lakeside,
  );
  await fixture.rows(
    `insert into messaging.prices values ('${lakeside}', 'abroad', 60000), ('${lakeside}', 'GB', 50000), ('${lakeside}', 'Airtel', 6000)`,
    lakeside,
  );
  const numbers = [phone(12_345_678), "+254733123456", london, kampala].join("\n");
  const body = fixture.form({ kind: "express", numbers });
  const answer = await fixture.ask("price", { body }, "other");
  expect(answer.body.lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ destination: "KE", part_price: 0.7 }),
      expect.objectContaining({ destination: "Airtel", part_price: 0.6 }),
      expect.objectContaining({ destination: "GB", part_price: 5 }),
      expect.objectContaining({ destination: "UG", part_price: 6 }),
    ]),
  );
});

test("what the subscription pages say of prices is what is charged", async () => {
  const { rows } = await fixture.database.pool.query<{ destination: string; part_price: number }>(
    "select destination, part_price from messaging.price_list",
  );
  const list = Object.fromEntries(rows.map((row) => [row.destination, row.part_price]));
  const said = Object.fromEntries(offers.SMS.uses.map(({ what, price }) => [what, price]));
  expect(said).toEqual({
    "SMS to Kenya": 8_000,
    "SMS to Uganda, Tanzania or Rwanda": list.UG,
    "SMS to other countries": list.abroad,
  });
  expect([list.TZ, list.RW]).toEqual([list.UG, list.UG]);
});
