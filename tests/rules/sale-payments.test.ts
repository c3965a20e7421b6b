import { expect, test } from "vitest";
import { isMpesaCode, mpesaCode, openCents, salePaymentState } from "../../rules/sale-payments";

const today = "2026-11-29";
const sale = (more: object = {}) => ({ total_cents: 5_000_00, paid_cents: 0, due_on: null, removed_at: null, ...more });

test.each([
  ["nothing is known of it", {}, "not followed"],
  ["it is to be paid today", { due_on: today }, "to be paid"],
  ["its day was yesterday", { due_on: "2026-11-28" }, "overdue"],
  ["a part of it is paid", { paid_cents: 1, due_on: "2026-12-24" }, "partly paid"],
  ["a part of it is paid, and no day was set", { paid_cents: 1 }, "partly paid"],
  ["a part of it is paid, and its day is over", { paid_cents: 1, due_on: "2026-11-01" }, "overdue"],
  ["all of it is paid", { paid_cents: 5_000_00 }, "paid"],
  ["all of it is paid after its day", { paid_cents: 5_000_00, due_on: "2026-11-01" }, "paid"],
  ["it costs nothing and has no day", { total_cents: 0 }, "not followed"],
  ["it was taken back", { due_on: "2026-11-01", removed_at: "2026-11-28T09:00:00.000Z" }, "taken back"],
  ["it costs nothing", { total_cents: 0, due_on: "2026-11-01" }, "paid"],
])("the payment of a sale where %s", (_, more, expected) => {
  expect(salePaymentState(sale(more), today)).toBe(expected);
});

test("what is open is never below 0", () => {
  expect(openCents(sale({ paid_cents: 1_500_00 }))).toBe(3_500_00);
  expect(openCents(sale({ paid_cents: 6_000_00 }))).toBe(0);
});

test("an M-Pesa code is ten letters and digits, however it was typed", () => {
  expect(mpesaCode(" skl7x 2abcd\n")).toBe("SKL7X2ABCD");
  expect(isMpesaCode("SKL7X2ABCD")).toBe(true);
  for (const wrong of ["", "SKL7X2ABC", "SKL7X2ABCDE", "SKL7X2ABC-", "skl7x2abcd"])
    expect(isMpesaCode(wrong)).toBe(false);
});
