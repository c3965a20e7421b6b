import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Quote, QuoteRow, ShownQuote } from "../../services/crm/contract.quotes";
import type { CrmRecord } from "../../services/crm/contract.records";
import type { Sale } from "../../services/crm/contract.sales";
import { type CrmStage, crmStage, type Token } from "./fixture";

let now: Date;
let fixture: CrmStage;
let contact: { id: number };
let deal: { id: number };
beforeEach(async () => {
  now = new Date("2026-11-24T06:00:00Z");
  fixture = await crmStage(() => now);
  const form = { name: "Amina Hassan", company: "Kilifi Fish", email: "amina@kilifi.test", phone: "+254722000001" };
  contact = body(await fixture.ask("createCrmContact", { body: form }));
  deal = body(await fixture.ask("createDeal", { body: { name: "Cold room", contact_id: contact.id } }));
});
afterEach(() => fixture.close());

function body<T>(answer: { status: number; body: object }, status = 201): T {
  expect(answer).toMatchObject({ status });
  return answer.body as T;
}
let keys = 0;
const newKey = () => `quote-key-${++keys}`;
const content = {
  lines: [
    { name: "Cold room", quantity: 2, price_cents: 1_000_000, vat: "standard" },
    { name: "Maize seed", quantity: 1, price_cents: 5_000, vat: "exempt" },
  ],
  valid_until: "2026-11-30",
  terms: "Half in advance.",
};
const make = async (more: object = {}, token: Token = "owner") =>
  body<Quote>(
    await fixture.ask("createQuote", { body: { key: newKey(), deal_id: deal.id, ...content, ...more } }, token),
  );
const load = async (id: number) => body<Quote>(await fixture.ask("quote", { params: { id } }), 200);
const change = async ({ id, revision }: Quote, more: object = {}) =>
  fixture.ask("updateQuote", { params: { id }, body: { revision, ...content, ...more } });
const send = async ({ id, revision }: Quote, more: object = {}) =>
  fixture.ask("sendQuote", { params: { id }, body: { key: newKey(), revision, ...more } });
const sent = async (more: object = {}) => body<Quote & { token: string }>(await send(await make(more)));
const guest = "none" as Token;
const show = (secret: string) => fixture.ask("shownQuote", { params: { token: secret } }, guest);
const answer = (secret: string, more: object = {}) =>
  fixture.ask(
    "answerQuote",
    { params: { token: secret }, body: { version: 1, answer: "accepted", name: "Amina Hassan", ...more } },
    guest,
  );
const notices = () => fixture.rows<{ user_id: string; words: string }>("select user_id, words from events.notices");

describe("a quote", () => {
  test("counts its lines with VAT, is to the deal's contact, and can be found", async () => {
    const made = await make();
    expect(made).toMatchObject({
      ...{ number: 1, version: 1, state: "draft", customer: "Amina Hassan", total_cents: 2_325_000, token: null },
      deal: { id: deal.id },
      contact: { id: contact.id },
      document: {
        ...{ net_cents: 2_005_000, vat_cents: 320_000, valid_until: "2026-11-30", issued_on: null },
        buyer: { name: "Amina Hassan", company: "Kilifi Fish" },
        seller: { name: "Savanna Traders", kra_pin: "P051234567X" },
      },
    });
    const included = await make({ deal_id: null, contact_id: contact.id, vat_mode: "included" });
    expect(included).toMatchObject({ number: 2, total_cents: 2_005_000, deal: null });
    const found = async (query: object) =>
      body<{ data: QuoteRow[] }>(await fixture.ask("quotes", { query }), 200).data.map(({ number }) => number);
    expect(await found({})).toEqual([2, 1]);
    expect(await found({ deal_id: deal.id })).toEqual([1]);
    expect(await found({ q: "kilifi" })).toEqual([]);
    expect(await found({ q: "cold" })).toEqual([1]);
    expect(await found({ state: "sent" })).toEqual([]);
  });

  test("has the next number of its account, without gaps, though some are refused, repeated or made at once", async () => {
    const key = newKey();
    const posts = [make(), make({ key }), make({ key }), make()];
    const numbers = (await Promise.all(posts)).map(({ number }) => number);
    expect(new Set(numbers)).toEqual(new Set([1, 2, 3]));
    const refused = await fixture.ask("createQuote", {
      body: { key: newKey(), deal_id: deal.id, ...content, lines: [{ ...content.lines[0], product_id: 99 }] },
    });
    expect(refused.body.errors).toHaveProperty(["lines.0.product_id"]);
    expect((await make()).number).toBe(4);
  });

  test("is refused without lines, with too large ones, for no one, and for a deal of another account", async () => {
    const refused = async (more: object, token: Token = "owner") =>
      fixture.ask("createQuote", { body: { key: newKey(), deal_id: deal.id, ...content, ...more } }, token);
    expect((await refused({ lines: [] })).body.errors).toHaveProperty("lines");
    const large = { name: "All", quantity: 1_000_000, price_cents: 1e12 };
    expect((await refused({ lines: [large] })).body.errors).toHaveProperty(["lines.0.price_cents"]);
    expect((await refused({ deal_id: null })).body.errors).toHaveProperty("contact_id");
    expect((await refused({}, "other")).body.errors).toHaveProperty("deal_id");
    expect((await refused({}, "seller")).status).toBe(403);
  });

  test("is changed by whoever looked at it last", async () => {
    const made = await make();
    expect(body<Quote>(await change(made, { terms: "All in advance." }))).toMatchObject({ version: 1, state: "draft" });
    expect((await change(made)).status).toBe(409);
  });

  test("is a PDF, the same bytes each time", async () => {
    const { id } = await sent();
    const file = async () =>
      body<{ name: string; base64: string }>(await fixture.ask("quoteFile", { params: { id } }), 200);
    const first = await file();
    expect(first.name).toBe("quote-1.pdf");
    expect(Buffer.from(first.base64, "base64").subarray(0, 5).toString()).toBe("%PDF-");
    expect(await file()).toEqual(first);
  });
});

describe("a quote that is sent", () => {
  test("is mailed once for a post, and can be read at its address by whoever has it", async () => {
    const made = await make();
    const key = newKey();
    const once = await send(made, { key, email: "amina@kilifi.test", message: "As discussed." });
    const again = await send(made, { key, email: "amina@kilifi.test", message: "As discussed." });
    const { token } = body<{ token: string }>(once);
    expect(body<Quote>(again)).toMatchObject({ state: "sent", version: 1, token });
    const mails = (await fixture.mails()).filter(({ to }) => to === "amina@kilifi.test");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("As discussed.");
    expect(mails[0]?.text).toContain(`/quote/${token}`);
    expect(body<ShownQuote>(await show(token), 200)).toMatchObject({
      ...{ state: "sent", time_zone: "Africa/Nairobi" },
      document: { total_cents: 2_325_000, issued_on: "2026-11-24", by: "Wanjiru Maina" },
    });
    expect((await fixture.ask("shownQuoteFile", { params: { token } }, guest)).status).toBe(200);
    expect(await show("A".repeat(43))).toMatchObject({ status: 404, body: { message: "There is no such link." } });
  });

  test("is accepted once, however often it is sent, and rings at whose it is", async () => {
    const { id, token } = await sent();
    const answers = await Promise.all([answer(token), answer(token), answer(token, { name: "Someone else" })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const kept = await load(id);
    expect(kept).toMatchObject({ state: "accepted", answered_at: now.toISOString() });
    expect(body<ShownQuote>(await show(token), 200)).toMatchObject({
      state: "accepted",
      answered_by: kept.answered_by,
    });
    expect(await notices()).toMatchObject([
      { user_id: "1", words: expect.stringMatching(/accepted quote 1, KES 23,250\.00/) },
    ]);
    expect(await fixture.rows("select 1 from events.activities where action = 'Quote accepted'")).toHaveLength(1);
    expect((await answer(token, { answer: "declined" })).status).toBe(409);
    expect((await change(kept)).status).toBe(409);
  });

  test("is declined with a reason; it can be changed and sent again, at the same address", async () => {
    const first = await sent();
    expect((await answer(first.token, { name: " " })).body.errors).toHaveProperty("name");
    body(await answer(first.token, { answer: "declined", reason: "Too dear" }));
    const declined = await load(first.id);
    expect(declined).toMatchObject({ state: "declined", decline_reason: "Too dear" });
    expect((await send(declined)).status).toBe(409);
    const cheaper = { ...content, lines: [{ ...content.lines[0], price_cents: 900_000 }] };
    const second = body<Quote>(await change(declined, cheaper));
    expect(second).toMatchObject({ state: "draft", version: 2, number: 1 });
    // The customer still reads what they were sent, and can't answer it.
    expect(body<ShownQuote>(await show(first.token), 200)).toMatchObject({
      state: "changed",
      document: { version: 1 },
    });
    expect((await answer(first.token)).status).toBe(409);
    const third = body<Quote>(await send(second));
    expect(third.token).toBe(first.token);
    expect(third.versions.map(({ version, total_cents }) => [version, total_cents])).toEqual([
      [2, 2_088_000],
      [1, 2_325_000],
    ]);
    expect((await answer(first.token)).body.message).toContain("newer version");
    expect(body<ShownQuote>(await answer(first.token, { version: 2 }))).toMatchObject({ state: "accepted" });
  });

  test("expires when its last day ends where the account is", async () => {
    const { id, token } = await sent();
    now = new Date("2026-11-30T20:59:00Z");
    expect(body<ShownQuote>(await show(token), 200)).toMatchObject({ state: "sent" });
    now = new Date("2026-11-30T21:00:00Z");
    expect(body<ShownQuote>(await show(token), 200)).toMatchObject({ state: "expired" });
    expect((await answer(token)).status).toBe(409);
    const expired = await load(id);
    expect((await send(expired)).status).toBe(409);
    const longer = body<Quote>(await change(expired, { valid_until: "2026-12-31" }));
    expect(body<Quote>(await send(longer))).toMatchObject({ state: "sent", version: 2 });
  });

  test("becomes a sale of its lines, once, and the value of its deal", async () => {
    const { id, token } = await sent();
    const sell = () => fixture.ask("sellQuote", { params: { id }, body: { sold_on: "2026-11-25" } });
    expect((await sell()).status).toBe(409);
    body(await answer(token));
    const sales = (await Promise.all([sell(), sell()])).map((sold) => body<Sale>(sold));
    expect(sales[0]).toMatchObject({ total_cents: 2_325_000, deal: { id: deal.id }, contact: { id: contact.id } });
    expect(sales[1]?.id).toBe(sales[0]?.id);
    expect(sales[0]?.lines.at(-1)).toMatchObject({ name: "VAT 16 %", price_cents: 320_000 });
    body(await fixture.ask("takeQuoteValue", { params: { id } }));
    const valued = body<CrmRecord>(await fixture.ask("deal", { params: { id: deal.id } }), 200);
    expect(valued).toMatchObject({ value_cents: 2_325_000, currency: "KES" });
  });

  test("becomes another sale when the first one was taken back", async () => {
    const { id, token } = await sent();
    body(await answer(token));
    const sell = async () =>
      body<Sale>(await fixture.ask("sellQuote", { params: { id }, body: { sold_on: "2026-11-25" } }));
    const first = await sell();
    body(await fixture.ask("removeSale", { params: { id: first.id } }));
    expect(await load(id)).toMatchObject({ state: "accepted", sale_id: null });
    const second = await sell();
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({ total_cents: first.total_cents, lines: first.lines, removed_at: null });
    expect(await load(id)).toMatchObject({ sale_id: second.id });
  });

  test("is in the data of its customer, and loses them when they are erased", async () => {
    const { id, token } = await sent();
    body(await answer(token));
    const whom = { msisdn: "+254722000001", email: null };
    const data = await fixture.ask("personData", { body: whom } as object, "service");
    expect(JSON.stringify(data.body)).toContain("Half in advance.");
    expect((await fixture.ask("erasePerson", { body: whom } as object, "service")).status).toBeLessThan(300);
    expect((await show(token)).status).toBe(404);
    const kept = await load(id);
    expect(kept).toMatchObject({ total_cents: 2_325_000, answered_by: "Erased" });
    expect(JSON.stringify(kept)).not.toMatch(/Amina|722000001|Half/);
  });
});
