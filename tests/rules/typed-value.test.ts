import { expect, test } from "vitest";
import { amountInCents, dayIn, readValue } from "../../rules/typed-value";

test.each([
  ["12500", 1_250_000],
  ["KES 12,500.50", 1_250_050],
  ["12 500/=", 1_250_000],
  ["Ksh. 1,234,567.5", 123_456_750],
  ["0", 0],
  ["$99.00", 9_900],
  ["300 USD", 30_000],
])("%s is the amount of %i cents", (text, cents) => {
  expect(amountInCents(text)).toBe(cents);
});

test.each(["a lot", "-5", "1,2", "12,50", "1.234,50", "1e9", "99999999999999"])("%s is no amount", (text) => {
  expect(amountInCents(text)).toBeUndefined();
});

test.each([
  ["2026-11-24", "2026-11-24"],
  ["2026-11-24T00:00:00Z", "2026-11-24"],
  ["24/11/2026", "2026-11-24"],
  ["1.2.2027", "2027-02-01"],
  ["24 Nov 2026", "2026-11-24"],
  ["4 September, 2026", "2026-09-04"],
])("%s is the day %s", (text, day) => {
  expect(dayIn(text)).toBe(day);
});

test.each(["31/02/2026", "soon", "13/13/2026", "24 Foo 2026", "24/11/26"])("%s is no day", (text) => {
  expect(dayIn(text)).toBeUndefined();
});

test("a choice is found in any case, and what is none of them is said", () => {
  const type = { type: "choice", choices: ["KES", "USD"] } as const;
  expect(readValue(type, " kes ")).toEqual({ value: "KES" });
  expect(readValue(type, "shillings")).toEqual({ reason: "“shillings” is not one of the choices" });
});
