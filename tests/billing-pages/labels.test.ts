import { describe, expect, test } from "vitest";
import { byProduct } from "../../app/dashboard/money/purchase-value.server";
import { unitsFor } from "../../app/dashboard/money/units";
import { Amount } from "../../app/kit/money/amount";
import { paymentKey } from "../../app/kit/money/key.server";
import { invoiceStatus, paymentStatus, productStatus } from "../../app/kit/money/labels";
import { MpesaPhone } from "../../app/kit/money/phone";
import { settled } from "../../app/kit/settled.server";
import { PlanForm } from "../../app/subscribe/order/order-form";
import { asksFirst, chosen, planPrice, plansFor, planVat } from "../../app/subscribe/order/plan-labels";
import { openView, seen } from "../../app/user/billing/views";
import { invoiceStates } from "../../services/billing/contract.invoices";
import { paymentStates } from "../../services/billing/contract.payments";
import { type Plan, type ProductTile, subscriptionStates } from "../../services/billing/contract.products";

const plan = (code: string, period: Plan["period"], total_cents: number): Plan => ({
  code,
  product: "SMS",
  name: code,
  period,
  price_cents: total_cents - 160,
  vat_cents: 160,
  total_cents,
  includes: [],
});
const tile: ProductTile = {
  product: "SMS",
  about: "",
  coming: false,
  state: "available",
  detail: "available",
  words: "",
  approval: false,
  needs: [],
  plan: null,
  plans: [plan("start-month", "month", 116_000), plan("start-year", "year", 1_160_000)],
  rates: [],
  active_until: null,
  auto_renew: false,
  invoice_id: null,
  requested_by: "",
  requested_at: null,
  reason: "",
};

describe("plans", () => {
  test("the price says the period, and how much VAT is in it", () => {
    const [first] = tile.plans;
    expect(planPrice(first as Plan)).toBe("KES 1,160.00 a month");
    expect(planVat(first as Plan)).toBe("incl. KES 1.60 VAT");
  });

  test("a period shows its plans; a product that has none of it shows all", () => {
    expect(plansFor(tile, "year").map(({ code }) => code)).toEqual(["start-year"]);
    const monthly = { ...tile, plans: tile.plans.slice(0, 1) };
    expect(plansFor(monthly, "year").map(({ code }) => code)).toEqual(["start-month"]);
  });

  test("a code is a plan of its product only: two products may have the same code", () => {
    const other = { ...tile, product: "Chats" as const, plans: [plan("start-month", "month", 200)] };
    expect(chosen([tile, other], "Chats", "start-month")?.plan?.total_cents).toBe(200);
    expect(chosen([tile, other], "Chats", "start-year")?.plan).toBeUndefined();
    expect(chosen([tile, other], "Voice", "start-month")).toBeUndefined();
  });

  test("a product that needs a look is asked for until it was approved", () => {
    const looked = { ...tile, approval: true };
    expect(asksFirst(looked)).toBe(true);
    expect(asksFirst({ ...looked, detail: "approved" })).toBe(false);
    expect(asksFirst(tile)).toBe(false);
  });

  test("every state has its word", () => {
    expect(Object.keys(productStatus).sort()).toEqual([...subscriptionStates].sort());
    expect(Object.keys(paymentStatus).sort()).toEqual([...paymentStates].sort());
    expect(Object.keys(invoiceStatus).sort()).toEqual([...invoiceStates].sort());
  });
});

describe("the form of a payment", () => {
  const words = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
    parsed.error?.issues.map(({ message }) => message);

  test.each([
    ["0722 000 001", "+254722000001"],
    ["254722000001", "+254722000001"],
    [" +254 722-000-001 ", "+254722000001"],
  ])("%s is the phone %s", (typed, e164) => {
    expect(MpesaPhone.parse(typed)).toBe(e164);
  });

  test.each([
    ["0722 12", "Check the number: too few digits."],
    ["+44 7911 123456", "M-Pesa asks Kenyan numbers only."],
    ["owner@newleaf.test", "Check the number: an email address, not a phone number."],
  ])("%s is refused in words", (typed, message) => {
    expect(words(MpesaPhone.safeParse(typed))).toEqual([message]);
  });

  test.each([
    ["1,250", 125_000],
    ["KES 99.50", 9_950],
  ])("%s are %i cents", (typed, cents) => {
    expect(Amount().parse(typed)).toBe(cents);
  });

  test("an amount that is none is told in the words of its field", () => {
    expect(words(Amount("How much?").safeParse("a lot"))).toEqual(["How much?"]);
  });

  test("only a phone payment needs a phone; without a way to pay it says so", () => {
    const key = "0123456789abcdef";
    expect(PlanForm.safeParse({ method: "invoice", key }).success).toBe(true);
    expect(words(PlanForm.safeParse({ method: "mpesa", key }))).toEqual(["Enter the M-Pesa phone number."]);
    expect(words(PlanForm.safeParse({ key }))).toEqual(["Choose how to pay."]);
  });

  test("the same form has the same key, a changed one another", () => {
    expect(paymentKey("page", { phone: "+254722000001", cents: 100 })).toBe(
      paymentKey("page", { phone: "+254722000001", cents: 100 }),
    );
    expect(paymentKey("page", { cents: 100 })).not.toBe(paymentKey("page", { cents: 101 }));
    expect(paymentKey(crypto.randomUUID(), {}).length).toBeLessThanOrEqual(100);
  });
});

describe("purchase value", () => {
  test("has a row a product, the biggest first, with a place for each month; credit has no product", () => {
    const bought = byProduct(
      [
        { month: "2026-10", product: "", cents: 7 },
        { month: "2026-10", product: "Chats", cents: 900 },
        { month: "2026-10", product: "SMS", cents: 116 },
        { month: "2026-11", product: "SMS", cents: 184 },
      ],
      "2026-09-20",
      "2026-11-21",
    );
    expect(bought.months).toEqual(["2026-09", "2026-10", "2026-11"]);
    expect(bought.products).toEqual([
      { product: "Chats", cents: [0, 900, 0] },
      { product: "SMS", cents: [0, 116, 184] },
      { product: "Credit", cents: [0, 7, 0] },
    ]);
    expect(bought.total).toBe(1_207);
  });
});

describe("R139: the billing views", () => {
  test("each has its own permission, and its product", () => {
    expect(seen(true, [], ["SMS", "Chats", "Voice"])).toEqual(["general", "sms", "chats", "voice"]);
    expect(seen(true, [], ["BULK"])).toEqual(["general", "sms"]);
    expect(seen(false, ["Can view chats billing information"], ["SMS", "Chats"])).toEqual(["chats"]);
    expect(seen(false, ["Can view voice billing information"], ["SMS"])).toEqual([]);
  });

  test("the URL chooses among those that are open; anything else is the first", () => {
    expect(openView("sms", ["general", "sms"])).toBe("sms");
    expect(openView("voice", ["general", "sms"])).toBe("general");
    expect(openView("sms", [])).toBeUndefined();
  });
});

describe("the first page", () => {
  test("one card that is refused, fails or throws leaves the others alone; a redirect goes on", async () => {
    expect(await settled(Promise.resolve({ status: 200 as const, body: 7 }))).toBe(7);
    expect(await settled(Promise.resolve({ status: 403, body: {} }))).toBeUndefined();
    expect(await settled(Promise.reject(new Error("away")))).toBeUndefined();
    expect(await settled(undefined)).toBeUndefined();
    await expect(settled(Promise.reject(new Response(null, { status: 302 })))).rejects.toBeInstanceOf(Response);
  });
});

test("what credit buys is counted in units, also in those that are amounts themselves", () => {
  expect(unitsFor(1_000, { unit: "part", price: 8_000 })).toBe("1,250 parts");
  expect(unitsFor(1_000, { unit: "started 30 seconds", price: 15_000 })).toBe("666 times 30 seconds");
  expect(unitsFor(1_000, { unit: "KES 100 sent", price: 1_000_000 })).toBe("10 times KES 100 sent");
});
