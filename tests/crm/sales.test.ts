import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CrmProduct, Customer, Sale } from "../../services/crm/contract.sales";
import type { CrmSummary } from "../../services/crm/contract.summary";
import { type CrmStage, crmStage } from "./fixture";

let fixture: CrmStage;
beforeEach(async () => {
  fixture = await crmStage();
});
afterEach(() => fixture.close());

const body = <T>(answer: { status: number; body: object }, status = 201): T => {
  expect(answer).toMatchObject({ status });
  return answer.body as T;
};
const contact = async (name = "Amina Hassan", token: "owner" | "other" = "owner") =>
  body<{ id: number }>(await fixture.ask("createCrmContact", { body: { name, phone: "0722 000 111" } }, token)).id;
const product = async (form: object = {}) =>
  body<CrmProduct>(await fixture.ask("createProduct", { body: { name: "Cooler", price_cents: 250_000, ...form } }));
let serial = 0;
const form = (more: object = {}) => ({
  ...{ key: `sale-${++serial}-key`, sold_on: "2026-11-24" },
  lines: [{ name: "Cooler", quantity: 2, price_cents: 250_000 }],
  ...more,
});
const sell = (more: object) => fixture.ask("createSale", { body: form(more) });
const sales = async (query: object = {}) => body<{ data: Sale[] }>(await fixture.ask("sales", { query }), 200).data;

describe("a sale", () => {
  test("adds up its lines, belongs to a contact, and stands among its customer's", async () => {
    const id = await contact();
    const { id: product_id } = await product();
    const lines = [
      { product_id, name: "Cooler", quantity: 3, price_cents: 250_000 },
      { name: "Delivery", quantity: 1, price_cents: 15_050 },
    ];
    expect(body<Sale>(await sell({ contact_id: id, lines }))).toMatchObject({ total_cents: 765_050, contact: { id } });
    await sell({
      contact_id: id,
      currency: "USD",
      sold_on: "2026-11-01",
      lines: [{ name: "Visit", price_cents: 100 }],
    });
    const customers = body<{ data: Customer[] }>(await fixture.ask("customers", { query: {} }), 200);
    expect(customers.data).toMatchObject([
      {
        ...{ id, sales: 2, last_on: "2026-11-24" },
        totals: [
          { currency: "KES", cents: 765_050 },
          { currency: "USD", cents: 100 },
        ],
      },
    ]);
    await contact("Nobody's customer");
    expect(body<{ data: Customer[] }>(await fixture.ask("customers", { query: {} }), 200).data).toHaveLength(1);
  });

  test("of a deal is its contact's", async () => {
    const id = await contact();
    const deal = body<{ id: number }>(await fixture.ask("createDeal", { body: { name: "Cold room", contact_id: id } }));
    expect(body<Sale>(await sell({ deal_id: deal.id }))).toMatchObject({ deal: { id: deal.id }, contact: { id } });
  });

  test("that is posted again, or by two at once, is recorded once", async () => {
    const contact_id = await contact();
    const same = form({ contact_id, key: "the-same-key" });
    const answers = await Promise.all(Array.from({ length: 8 }, () => fixture.ask("createSale", { body: same })));
    expect(new Set(answers.map(({ body: one }) => one.id)).size).toBe(1);
    expect(await sales()).toHaveLength(1);
    const other = form({ contact_id, key: "the-same-key", lines: [{ name: "Another", price_cents: 1 }] });
    expect((await fixture.ask("createSale", { body: other })).status).toBe(409);
  });

  test("names what is wrong: no customer, one of another account, no line, a product that is not there", async () => {
    const theirs = await contact("Their contact", "other");
    const own = await contact();
    expect((await sell({})).body.errors).toHaveProperty("contact_id");
    expect((await sell({ contact_id: theirs })).body.errors).toHaveProperty("contact_id");
    expect((await sell({ contact_id: own, lines: [] })).body.errors).toHaveProperty("lines");
    const lines = [{ product_id: 999, name: "Gone", price_cents: 1 }];
    expect((await sell({ contact_id: own, lines })).body.errors).toHaveProperty(["lines.0.product_id"]);
    expect(await sales()).toEqual([]);
  });

  test("is found by its customer, what was sold, and the day", async () => {
    const contact_id = await contact();
    await sell({ contact_id, sold_on: "2026-10-01", lines: [{ name: "Oven", price_cents: 5 }] });
    await sell({ contact_id });
    const found = async (query: object) => (await sales(query)).map(({ sold_on }) => sold_on);
    expect(await found({ q: "oven" })).toEqual(["2026-10-01"]);
    expect(await found({ q: "amina" })).toEqual(["2026-11-24", "2026-10-01"]);
    expect(await found({ start_date: "2026-11-01" })).toEqual(["2026-11-24"]);
    expect(await found({ contact_id: contact_id + 1 })).toEqual([]);
  });
});

test("a product is added once by name, and goes without touching what was sold", async () => {
  const { id } = await product();
  expect((await fixture.ask("createProduct", { body: { name: "COOLER", price_cents: 1 } })).body.errors).toHaveProperty(
    "name",
  );
  await sell({ contact_id: await contact(), lines: [{ product_id: id, name: "Cooler", price_cents: 250_000 }] });
  expect((await fixture.ask("deleteProduct", { params: { id } }, "other")).status).toBe(404);
  body(await fixture.ask("deleteProduct", { params: { id } }));
  expect(body<{ data: CrmProduct[] }>(await fixture.ask("crmProducts"), 200).data).toEqual([]);
  expect((await sales())[0]?.lines).toMatchObject([{ name: "Cooler" }]);
  await product();
});

test("a conversion whose deal was sold is not undone", async () => {
  const lead = await fixture.lead();
  const made = body<{ deal: { id: number } }>(await fixture.ask("convertLead", { body: { lead_id: lead.id } }));
  await sell({ deal_id: made.deal.id });
  expect((await fixture.ask("undoConversion", { params: { id: lead.id } })).status).toBe(409);
});

test("an erasure leaves the sales, without the name of the customer", async () => {
  await sell({ contact_id: await contact() });
  const whom = { msisdn: "+254722000111", email: null };
  const erased = await fixture.ask("erasePerson", { body: whom }, "service");
  expect(JSON.stringify(erased.body)).toContain("Sales to them");
  expect(await sales()).toMatchObject([{ contact: { name: "Erased" }, total_cents: 500_000 }]);
});

describe("the figures", () => {
  const figures = async (query: object = {}) => body<CrmSummary>(await fixture.ask("dealsSummary", { query }), 200);
  const deal = async (form: object) =>
    body<{ id: number; stage_id: number }>(await fixture.ask("createDeal", { body: { name: "Cold room", ...form } }));

  test("are those of the lists that they open, each currency apart", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { stage_id } = await deal({ value_cents: 100_000, expected_close: "2026-12-05" });
    await deal({ value_cents: 300_000, expected_close: "2026-12-20" });
    await deal({ value_cents: 5_000, currency: "USD", expected_close: "2027-01-20" });
    await fixture.lead({ source: "Referral" });
    const converted = await fixture.lead({ source: "Referral" });
    await fixture.ask("convertLead", { body: { lead_id: converted.id, deal: false } });
    await sell({ contact_id: await contact(), sold_on: today });
    const found = await figures();
    expect(found).toMatchObject({
      open: {
        leads: 1,
        deals: 3,
        values: [
          { currency: "KES", cents: 400_000 },
          { currency: "USD", cents: 5_000 },
        ],
      },
      ...{ sales: 1, sold: [{ currency: "KES", cents: 500_000 }], won: 0, lost: 0 },
      sources: [{ source: "Referral", leads: 2, converted: 1 }],
    });
    // A quarter is likely in the first stage.
    expect(found.forecast).toMatchObject([
      { month: "2026-12", deals: 2, likely: [{ currency: "KES", cents: 100_000 }] },
      { month: "2027-01", deals: 1, likely: [{ currency: "USD", cents: 1_250 }] },
    ]);
    const listed = async (name: "deals" | "leads", query: object) =>
      body<{ total: number }>(await fixture.ask(name, { query }), 200).total;
    expect(await listed("deals", { closes: "2026-12" })).toBe(2);
    expect(await listed("deals", { stage: stage_id })).toBe(found.stages[0]?.deals);
    expect(await listed("leads", { state: "all", source: "Referral" })).toBe(2);
    expect(await listed("leads", { state: "all", source: "none" })).toBe(0);
  });

  test("count deals that ended within the span, and need their permission", async () => {
    const { id } = await deal({});
    const stages = body<{ data: { id: number; name: string }[] }>(
      await fixture.ask("recordStages", { params: { kind: "deal" } }),
      200,
    ).data;
    const stage_id = stages.find(({ name }) => name === "Won")?.id;
    await fixture.ask("moveDeal", { body: { deal_id: id, stage_id, won_on: "2026-03-10" } });
    expect(await figures({ start_date: "2026-03-01", end_date: "2026-03-31" })).toMatchObject({ won: 1, lost: 0 });
    expect(await figures({ start_date: "2026-04-01", end_date: "2026-04-30" })).toMatchObject({ won: 0, lost: 0 });
    expect((await fixture.ask("dealsSummary", { query: {} }, "seller")).status).toBe(403);
  });
});
