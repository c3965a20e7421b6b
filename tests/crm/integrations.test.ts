import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Sale } from "../../services/crm/contract.sales";
import { type CrmStage, crmStage, type Token } from "./fixture";

let fixture: CrmStage;
beforeEach(async () => {
  fixture = await crmStage(() => new Date("2026-11-24T06:00:00Z"));
});
afterEach(() => fixture.close());

const guest = "none" as Token;
const read = (secret: string, query: object = {}) =>
  fixture.ask("feedSales", { params: { token: secret }, query }, guest);

describe("web hooks of the CRM", () => {
  const listen = (events: string) =>
    fixture.rows(`insert into events.webhooks (customer_account, url, events, created_by)
      values ('100001', 'https://shop.example/hook', '{${events}}', 'Wanjiru')`);
  const told = () =>
    fixture.rows<{ event: string; payload: object }>(
      "select event, payload from events.webhook_deliveries order by id",
    );

  test("are told of a new lead and of a deal that is won", async () => {
    await listen("lead.created,deal.won");
    const lead = await fixture.lead({ phone: "0722000001", source: "Fair" });
    const deal = (await fixture.ask("createDeal", { body: { name: "Cold room", value_cents: 500 } })).body;
    const stages = (await fixture.ask("recordStages", { params: { kind: "deal" } })).body.data as never as {
      id: number;
      category: string;
    }[];
    const won = stages.find(({ category }) => category === "won");
    await fixture.ask("moveDeal", { body: { deal_id: deal.id, stage_id: won?.id } });
    expect(await told()).toMatchObject([
      { event: "lead.created", payload: { id: lead.id, phone: "+254722000001", source: "Fair" } },
      { event: "deal.won", payload: { id: deal.id, name: "Cold room", value_cents: 500, won_on: "2026-11-24" } },
    ]);
  });

  test("are told once that a quote was accepted, and of nothing that they don't listen to", async () => {
    await listen("quote.accepted");
    const deal = (await fixture.ask("createDeal", { body: { name: "Cold room" } })).body;
    const lines = [{ name: "Cold room", price_cents: 10_000 }];
    const body = { key: "quote-key-1", deal_id: deal.id, lines, valid_until: "2026-11-30" };
    const { id, revision } = (await fixture.ask("createQuote", { body })).body;
    const sent = await fixture.ask("sendQuote", { params: { id }, body: { key: "send-key-1", revision } });
    const params = { token: sent.body.token };
    for (let time = 0; time < 2; time++)
      await fixture.ask("answerQuote", { params, body: { version: 1, answer: "accepted", name: "Amina" } }, guest);
    expect(await told()).toMatchObject([
      { event: "quote.accepted", payload: { id, number: 1, total_cents: 11_600, by: "Amina" } },
    ]);
  });
});

describe("the feed of sales", () => {
  test("has all sales, page after page, and ends with the address or the person's access", async () => {
    const contact = (await fixture.ask("createCrmContact", { body: { name: "Amina Hassan" } })).body;
    for (const [at, sold_on] of ["2026-01-05", "2026-02-05", "2026-03-05"].entries())
      await fixture.ask("createSale", {
        body: { key: `sale-key-${at}`, contact_id: contact.id, lines: [{ name: "Seed", price_cents: 100 }], sold_on },
      });
    const secret = (await fixture.ask("renewSalesFeed")).body.token as unknown as string;
    const days = ({ body }: Awaited<ReturnType<typeof read>>) =>
      (body.data as unknown as Sale[]).map(({ sold_on }) => sold_on);
    const first = await read(secret, { per_page: 2 });
    expect(days(first)).toEqual(["2026-03-05", "2026-02-05"]);
    expect(days(await read(secret, { per_page: 2, after: first.body.next }))).toEqual(["2026-01-05"]);
    expect(days(await read(secret, { start_date: "2026-03-01" }))).toEqual(["2026-03-05"]);
    expect((await fixture.ask("renewSalesFeed", {}, "seller")).status).toBe(403);
    fixture.held.set("1", { roles: [], permissions: ["View crm leads"] });
    expect(await read(secret)).toMatchObject({ status: 404, body: { message: "There is no such link." } });
    fixture.held.delete("1");
    expect((await read(secret)).status).toBe(200);
    await fixture.ask("stopSalesFeed");
    expect((await read(secret)).status).toBe(404);
    expect((await fixture.ask("salesFeed")).body).toMatchObject({ on: false });
  });

  test("is not at the address of a calendar", async () => {
    const secret = (await fixture.ask("renewCalendarFeed")).body.token as unknown as string;
    expect((await read(secret)).status).toBe(404);
  });
});
