import { afterAll, beforeAll, expect, test } from "vitest";
import { listFinished } from "../../services/crm/sales/finished";
import { finishedLimit } from "../../services/kit/contract.finished";
import { inAccount } from "../../services/kit/database";
import { type FinishedAnswer, walkFinished } from "../setup/finished";
import { plansOf } from "../setup/plans";
import { type CrmStage, crmStage, savanna, type Token } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

const always = { from: "2020-01-01T00:00:00.000000Z", until: "2199-01-01T00:00:00.000000Z" };
const finished = async (body: object = always) =>
  (await fixture.ask("finished", { body }, "service")).body as unknown as FinishedAnswer;

async function made(name: "createCrmContact" | "createDeal" | "createSale", body: object, token: Token = "owner") {
  const answer = await fixture.ask(name, { body }, token);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return Number(answer.body.id);
}
const lines = [{ name: "Cooler", quantity: 1, price_cents: 250_000 }];
const sale = (more: object, token?: Token) =>
  made("createSale", { key: `sale ${JSON.stringify(more)}`, sold_on: "2026-11-24", lines, ...more }, token);

test("a sale is found by when it was recorded, with its contact's first number and name; never another account's", async () => {
  const amina = await made("createCrmContact", { name: "Amina Hassan", phone: "0722 000 111" });
  const point = { id: amina, value: "0722 000 112", label: "Work" };
  expect((await fixture.ask("addContactPoint", { body: point })).status).toBe(201);
  const first = await sale({ contact_id: amina });
  const mailed = await made("createCrmContact", { name: "By mail only", email: "mail@only.test" });
  const second = await sale({ contact_id: mailed });
  // A deal is not the customer's name, and nobody is known to have bought.
  const deal = await made("createDeal", { name: "Cold room" });
  const third = await sale({ deal_id: deal });
  const theirs = await made("createCrmContact", { name: "Theirs", phone: "0722 000 999" }, "other");
  await sale({ contact_id: theirs }, "other");
  const { data, more } = await finished();
  expect(more).toBe(false);
  expect(data).toEqual([
    {
      record: first,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      phone: "+254722000111",
      name: "Amina Hassan",
    },
    { record: second, at: expect.any(String), phone: "", name: "By mail only" },
    { record: third, at: expect.any(String), phone: "", name: "" },
  ]);
  // The first moment is in the range, the last one is not.
  const [from = "", until = ""] = data.map(({ at }) => at);
  expect((await finished({ from, until })).data).toEqual([data[0]]);
});

test("pages that part in one moment have everything once", async () => {
  const contact = await made("createCrmContact", { name: "Many", phone: "0722 000 333" });
  const id = await sale({ contact_id: contact });
  const at = "2100-01-01T10:00:00.123456Z";
  await fixture.rows(`insert into crm.sales
      (customer_account, id, key, contact_id, currency, total_cents, lines, sold_on, created_at)
    overriding system value
    select customer_account, 500000 + n, 'copy-' || n, contact_id, currency, total_cents, lines, sold_on, '${at}'
    from crm.sales, generate_series(1, ${finishedLimit + 2}) n where id = ${id} returning 1`);
  const range = { from: "2100-01-01T00:00:00.000000Z", until: "2100-01-01T10:00:00.123457Z" };
  const pages = await walkFinished(finished, range);
  expect(pages.map(({ length }) => length)).toEqual([finishedLimit, 2]);
  const found = pages.flat();
  expect(new Set(found.map((one) => `${one.at} ${one.phone}`))).toEqual(new Set([`${at} +254722000333`]));
  expect(found.map(({ record }) => record)).toEqual(
    Array.from({ length: finishedLimit + 2 }, (_, index) => 500_001 + index),
  );
  expect((await finished({ ...range, until: at })).data).toEqual([]);
});

test("only services may ask", async () => {
  for (const token of ["owner", "seller", "nobody"] as const)
    expect((await fixture.ask("finished", { body: always }, token)).status).toBe(403);
});

test("the range is read from an index in its order, below row security too", async () => {
  const [plan] = await inAccount(fixture.database.db, savanna, (trx) =>
    plansOf(trx, (planned) => listFinished(planned, savanna, { ...always, after: 0 })),
  );
  expect(plan).toMatch(
    /using sales_recorded .*\n.*Index Cond: .*created_at >= .*created_at < .*ROW\(.*created_at, .*\) > ROW/,
  );
  expect(plan).not.toContain("Sort");
});
