import { describe, expect, test } from "vitest";
import { type Comparison, isMeant, parseAmount } from "../../rules/audience";

const asha = { balance: "KES 1,200.50", town: "Kisumu ", visits: "0", note: "" };

describe("conditions on fields", () => {
  test.each<[string, Comparison, string, boolean]>([
    ["balance", "above", "0", true],
    ["balance", "above", "1,200.50", false],
    ["balance", "below", "1201", true],
    ["visits", "above", "0", false],
    ["visits", "is", "0.0", true],
    ["note", "above", "-5", false],
    ["note", "below", "5", false],
    ["town", "below", "5", false],
    ["town", "is", "kisumu", true],
    ["town", "is not", "Nairobi", true],
    ["town", "contains", "SUM", true],
    ["note", "empty", "", true],
    ["nothing", "empty", "", true],
    ["town", "filled", "", true],
    ["nothing", "is not", "Nairobi", true],
    ["constructor", "filled", "", false],
  ])("%s %s %s: %s", (field, is, value, meant) => {
    expect(isMeant([{ field, is, value }], asha)).toBe(meant);
  });

  test("all of them must hold, and without any everybody is meant", () => {
    const rich = { field: "balance", is: "above", value: "0" } as const;
    expect(isMeant([rich, { field: "town", is: "is", value: "Nairobi" }], asha)).toBe(false);
    expect(isMeant([], asha)).toBe(true);
  });

  test.each([
    ["1 200", 1200],
    ["Ksh. 7", 7],
    ["-3.5", -3.5],
    ["12 May", undefined],
    ["", undefined],
  ])("%s is the amount %s", (text, amount) => expect(parseAmount(text)).toBe(amount));
});
