import fc from "fast-check";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issue } from "../../services/billing/invoices/issue";
import { closeMonth, lastMonth, nextMonth } from "../../services/billing/invoices/usage";
import { plusVat, vatIn, vatOn, vatRateOn, withVatInside } from "../../services/billing/invoices/vat";
import { billingFixture } from "./fixture";

let fixture: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => {
  fixture = await billingFixture();
}, 60_000);
afterAll(() => fixture.close());

type Account = Awaited<ReturnType<typeof fixture.account>>;
let keys = 0;
const draft = () => ({
  ...plusVat([{ description: "SMS: Start, monthly", quantity: 1, unit_cents: 100_000 }], 1_600),
  kind: "tax" as const,
  key: `test-${++keys}`,
  title: "SMS: Start, monthly",
  at: new Date("2026-11-21T10:00:00Z"),
  seller: fixture.deps.seller,
});
const issueOne = (account: Account, change: object = {}) =>
  account.inside((trx) => issue(trx, account.number, { ...draft(), ...change }));
const numbersOf = async (account: Account) =>
  (
    await account.rows(
      `select number from billing.invoices where customer_account = '${account.number}' order by number`,
    )
  ).map(({ number }) => number);

describe("numbers", () => {
  test("have no gap and no double under 40 at once, some of which fail", async () => {
    const account = await fixture.account();
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) =>
        account.inside(async (trx) => {
          await issue(trx, account.number, draft());
          if (i % 4 === 0) throw new Error("the rest of the transaction failed");
        }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
    expect(await numbersOf(account)).toEqual(
      Array.from({ length: 30 }, (_, i) => `INV-2026-${String(i + 1).padStart(6, "0")}`),
    );
  });

  test("start again each year of Nairobi, and each kind has its own row", async () => {
    const account = await fixture.account();
    await issueOne(account);
    await issueOne(account, { at: new Date("2026-12-31T21:30:00Z") });
    await issueOne(account, { kind: "proforma" });
    expect(await numbersOf(account)).toEqual(["INV-2026-000001", "INV-2027-000001", "PRO-2026-000001"]);
  });

  test("the same key at once is one document", async () => {
    const account = await fixture.account();
    const one = draft();
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => account.inside((trx) => issue(trx, account.number, one))),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await numbersOf(account)).toHaveLength(1);
  });
});

test("an issued document can't be changed or deleted, not even by our own code", async () => {
  const account = await fixture.account();
  const id = await issueOne(account);
  for (const statement of [
    `update billing.invoices set total_cents = 1, net_cents = 1, vat_cents = 0 where id = ${id}`,
    `delete from billing.invoices where id = ${id}`,
  ])
    await expect(account.rows(statement)).rejects.toThrow("never changed");
});

describe("VAT", () => {
  test.each([
    [100_000, 1_600, 16_000],
    [3, 1_600, 0],
    [4, 1_600, 1],
    [-100_000, 1_600, -16_000],
    [0, 1_600, 0],
  ])("on %s at %s is %s", (net, rate, vat) => expect(vatOn(net, rate)).toBe(vat === 0 ? 0 : vat));

  test.each([
    ["2020-03-31", 1_600],
    ["2020-04-25", 1_400],
    ["2020-12-31", 1_400],
    ["2021-01-01", 1_600],
    ["2026-11-21", 1_600],
  ])("on %s it is %s basis points", (day, rate) => expect(vatRateOn(day)).toBe(rate));

  test("lines and VAT always add up to what was charged", () => {
    const line = fc.record({ description: fc.string(), gross_cents: fc.integer({ min: 1, max: 10_000_000 }) });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const made = withVatInside(lines, 1_600);
        expect(made.total_cents).toBe(lines.reduce((sum, { gross_cents }) => sum + gross_cents, 0));
        expect(made.net_cents + made.vat_cents).toBe(made.total_cents);
        expect(made.lines.reduce((sum, { net_cents }) => sum + net_cents, 0)).toBe(made.net_cents);
        expect(Math.abs(vatOn(made.net_cents, 1_600) - made.vat_cents)).toBeLessThanOrEqual(1);
        expect(vatIn(made.total_cents, 0)).toBe(0);
      }),
    );
  });
});

describe("a download", () => {
  test("as PDF is A4, readable, the same bytes each time, and says who, what, VAT and PIN", async () => {
    const account = await fixture.account();
    const name = "Mama Mboga & Söhne “Ltd” 漢字";
    const details = { name, email: "books@shop.test", kra_pin: "P051234567X", address: "Biashara Street 14" };
    expect((await account.ask.saveBilling({ body: details })).status).toBe(200);
    const id = await issueOne(account);
    const files = await Promise.all([1, 2].map(() => account.ask.invoiceFile({ params: { id } })));
    const [one, two] = files.map((file) => (file.status === 200 ? file.body : undefined));
    expect(one).toMatchObject({ name: "INV-2026-000001.pdf", type: "application/pdf" });
    expect(one?.base64).toBe(two?.base64);
    const bytes = new Uint8Array(Buffer.from(one?.base64 ?? "", "base64"));
    const pdf = await getDocument({ data: bytes, useSystemFonts: true, verbosity: 0 }).promise;
    const page = await pdf.getPage(1);
    expect(page.view.map(Math.round)).toEqual([0, 0, 595, 842]);
    const text = (await page.getTextContent()).items.map((item) => ("str" in item ? item.str : "")).join(" ");
    for (const words of [
      "Tax invoice",
      "INV-2026-000001",
      "Mama Mboga & Söhne",
      "KRA PIN P051234567X",
      "VAT 16 %",
      "KES 160.00",
      "KES 1,160.00",
      "2026.11.21",
    ])
      expect(text.replace(/\s+/g, " ")).toContain(words);
  });

  test("as CSV has a line each, VAT and total; a name that is a formula stays text", async () => {
    const account = await fixture.account();
    await account.ask.saveBilling({ body: { name: "=HYPERLINK(1)", email: "books@shop.test" } });
    const id = await issueOne(account);
    const file = await account.ask.invoiceFile({ params: { id }, query: { format: "csv" } });
    const text = file.status === 200 ? Buffer.from(file.body.base64, "base64").toString() : "";
    expect(text).toContain("'=HYPERLINK(1)");
    expect(text.split("\r\n").at(-2)).toMatch(/Total,,,1160$/);
  });

  test("of fifty long lines goes over pages", async () => {
    const account = await fixture.account();
    const lines = Array.from({ length: 50 }, (_, i) => ({
      description: `Line ${i} ${"of many words ".repeat(6)}`,
      quantity: 2,
      unit_cents: 1_999,
    }));
    const id = await issueOne(account, plusVat(lines, 1_600));
    const file = await account.ask.invoiceFile({ params: { id } });
    const data = new Uint8Array(Buffer.from(file.status === 200 ? file.body.base64 : "", "base64"));
    expect((await getDocument({ data, verbosity: 0 }).promise).numPages).toBeGreaterThan(1);
  });
});

describe("a credit note", () => {
  test("takes back at most what is left, once a key, by the platform only, and the money is on the balance", async () => {
    const account = await fixture.account(500_000);
    const platform = await fixture.account(0, { platform: true, permissions: ["Can view all billing information"] });
    const paid = await account.ask.payProduct({
      body: { product: "SMS", plan: "start-month", method: "balance", key: "buy-sms-1" },
    });
    const invoice = paid.status === 201 ? paid.body.invoice : undefined;
    expect(invoice).toMatchObject({ kind: "tax", state: "paid", number: "INV-2026-000001", total_cents: 116_000 });
    const params = { account: account.number, id: invoice?.id ?? 0 };
    const body = { total_cents: 58_000, reason: "Half a month down", key: "credit-key-1" };
    expect((await account.ask.creditInvoice({ params, body })).status).toBe(403);
    const made = await Promise.all([1, 2, 3].map(() => platform.ask.creditInvoice({ params, body })));
    expect(new Set(made.map((each) => (each.status === 201 ? each.body.number : each.status)))).toEqual(
      new Set(["CRN-2026-000001"]),
    );
    expect(made[0]?.body).toMatchObject({
      net_cents: 50_000,
      vat_cents: 8_000,
      refers_to: { number: "INV-2026-000001" },
    });
    expect(await account.balance()).toBe(500_000 - 116_000 + 58_000);
    const tooMuch = await platform.ask.creditInvoice({
      params,
      body: { ...body, total_cents: 58_001, key: "credit-key-2" },
    });
    expect(tooMuch).toMatchObject({
      status: 422,
      body: { errors: { total_cents: [expect.stringContaining("580.00")] } },
    });
    await account.proveBooks();
  });
});

describe("the month's use", () => {
  test("is one tax invoice with VAT inside, however often the month is closed", async () => {
    const account = await fixture.account(1_000_000);
    await account.service.hold({ body: { reference: "blast:1", cents: 23_200, description: "News" } });
    await account.service.settle({
      params: { reference: "blast:1" },
      body: { settled_cents: 23_200, released_cents: 0, closed: true },
    });
    const now = () => nextMonth(new Date());
    const deps = { ...fixture.deps, now };
    for (let n = 0; n < 3; n++) await closeMonth(fixture.database, deps, { account: account.number });
    const list = await account.ask.invoices({ query: { kind: "tax" } });
    expect(list.body).toMatchObject({ total: 1, data: [{ total_cents: 23_200, net_cents: 20_000, vat_cents: 3_200 }] });
    expect(await account.balance()).toBe(1_000_000 - 23_200);
  });

  test("months are Nairobi's", () => {
    expect(lastMonth(new Date("2026-11-30T21:30:00Z"))).toEqual({ from: "2026-11-01", to: "2026-11-30" });
    expect(lastMonth(new Date("2026-03-15T00:00:00Z"))).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(nextMonth(new Date("2026-12-31T22:00:00Z")).toISOString()).toBe("2027-01-31T21:30:00.000Z");
  });
});

describe("what was bought", () => {
  const bought = async (account: Account, query: object = {}) => {
    const answer = await account.ask.purchases({ query });
    return answer.status === 200 ? answer.body.data : answer.status;
  };
  const at = (time: string, change: object = {}) => ({ at: new Date(time), product: "SMS", ...change });

  test("is summed by Nairobi's month and by product; a pro forma is no purchase and a credit note takes back", async () => {
    const account = await fixture.account();
    const tax = await issueOne(account, at("2026-09-30T20:59:59.999Z"));
    await issueOne(account, at("2026-09-30T21:00:00Z"));
    await issueOne(account, at("2026-10-31T20:59:59.999Z", { product: "Chats" }));
    await issueOne(account, at("2026-10-05T09:00:00Z", { kind: "proforma" }));
    await issueOne(account, at("2026-10-06T09:00:00Z", { product: undefined }));
    const credit = withVatInside([{ description: "Back", gross_cents: 16_000 }], 1_600);
    await issueOne(account, at("2026-10-07T09:00:00Z", { ...credit, kind: "credit", refers_to: tax }));
    const october = [
      { month: "2026-10", product: "", cents: 116_000 },
      { month: "2026-10", product: "Chats", cents: 116_000 },
      { month: "2026-10", product: "SMS", cents: 100_000 },
    ];
    const september = { month: "2026-09", product: "SMS", cents: 116_000 };
    expect(await bought(account)).toEqual([september, ...october]);
    expect(await bought(account, { start_date: "2026-10-01", end_date: "2026-10-31" })).toEqual(october);
    expect(await bought(account, { end_date: "2026-09-30" })).toEqual([september]);
    expect(await bought(account, { start_date: "2026-11-01" })).toEqual([]);
    expect(await bought(await fixture.account())).toEqual([]);
  });

  test("counts every document, however many there are", async () => {
    const account = await fixture.account();
    await issueOne(account, at("2026-10-05T09:00:00Z"));
    await account.rows(`
      insert into billing.invoices (customer_account, key, number, kind, product, title, issued_at, lines, net_cents,
        vat_rate, vat_cents, total_cents, buyer, seller)
      select customer_account, 'many-' || n, 'INV-2026-1' || n, kind, product, title, issued_at, lines, net_cents,
        vat_rate, vat_cents, total_cents, buyer, seller
      from billing.invoices, generate_series(1, 5200) n where customer_account = '${account.number}'`);
    expect(await bought(account)).toEqual([{ month: "2026-10", product: "SMS", cents: 5_201 * 116_000 }]);
  });
});

test("another account's invoices are not there", async () => {
  const [mine, theirs] = [await fixture.account(), await fixture.account()];
  const id = await issueOne(mine);
  const missing = await theirs.ask.invoice({ params: { id: 987_654 } });
  expect(await theirs.ask.invoice({ params: { id } })).toEqual(missing);
  expect((await theirs.ask.invoiceFile({ params: { id } })).status).toBe(404);
  expect((await theirs.ask.cancelInvoice({ params: { id } })).status).toBe(404);
  expect((await mine.ask.cancelInvoice({ params: { id } })).status).toBe(409);
});
