import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blastCents, costCents, parseKes, showBalance, showKes, showPartPrice } from "../../rules/money";

describe("money", () => {
  test.each([
    [120450, "KES 1,204.50"],
    [0, "KES 0.00"],
    [5, "KES 0.05"],
    [-120450, "-KES 1,204.50"],
    [-5, "-KES 0.05"],
    [100_000_000, "KES 1,000,000.00"],
    [9007199254740993n, "KES 90,071,992,547,409.93"],
  ])("%s cents read %s", (cents, shown) => expect(showKes(cents)).toBe(shown));

  test("fractions of a cent are a mistake, not a rounding", () => {
    expect(() => showKes(0.5)).toThrow(RangeError);
    expect(() => showKes(Number.NaN)).toThrow(RangeError);
  });

  // R054: zero or not a number shows 0; any other balance shows the raw value divided by 100 with 2 decimals.
  test.each([
    [0, "0"],
    ["0", "0"],
    [0n, "0"],
    [null, "0"],
    [undefined, "0"],
    ["", "0"],
    ["abc", "0"],
    [Number.NaN, "0"],
    [Number.POSITIVE_INFINITY, "0"],
    [{}, "0"],
    [[], "0"],
    [true, "0"],
    [1, "0.01"],
    [100, "1.00"],
    [120450, "1,204.50"],
    ["120450", "1,204.50"],
    [120450n, "1,204.50"],
    [-250, "-2.50"],
    ["-250", "-2.50"],
    [149.6, "1.50"],
  ])("a balance of %s shows %s", (raw, shown) => expect(showBalance(raw)).toBe(shown));

  test.each([
    [1, 3500, 35],
    [3, 3500, 105],
    [100_000, 3333, 3_333_000],
    [1, 8000, 80],
    [1, 50, 1],
    [1, 49, 0],
    [3, 3333, 100],
    [1, 150, 2],
    [0, 3500, 0],
  ])("%i parts at %i ten-thousandths cost %i cents, rounded half up once", (parts, price, cents) =>
    expect(costCents(parts, price)).toBe(cents),
  );

  test("a blast is rounded once over all its prices", () => {
    expect(
      blastCents([
        { parts: 1, price: 3333 },
        { parts: 1, price: 3333 },
        { parts: 1, price: 3333 },
      ]),
    ).toBe(100);
    expect(costCents(1, 3333) * 3).toBe(99);
    expect(blastCents([])).toBe(0);
    expect(() => costCents(1.5, 3500)).toThrow(RangeError);
    expect(() => costCents(-1, 3500)).toThrow(RangeError);
  });

  test("how a blast is split into lines does not change its cost", () => {
    const line = fc.record({ parts: fc.nat(100_000), price: fc.nat(100_000) });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const split = lines.flatMap(({ parts, price }) => [
          { parts: Math.floor(parts / 3), price },
          { parts: parts - Math.floor(parts / 3), price },
        ]);
        expect(blastCents(split.reverse())).toBe(blastCents(lines));
      }),
    );
  });

  test.each([
    [3500, "KES 0.35"],
    [8000, "KES 0.80"],
    [3333, "KES 0.3333"],
    [12_000_000, "KES 1,200.00"],
    [1230, "KES 0.123"],
  ])("a part price of %i reads %s", (price, shown) => expect(showPartPrice(price)).toBe(shown));

  test.each([
    ["1,204.50", 120450],
    ["KES 1204.5", 120450],
    ["Ksh 300/=", 30000],
    ["kshs. 5", null],
    ["0.05", 5],
    ["12,04.50", null],
    ["1.005", null],
    ["-5", null],
    ["1e5", null],
    ["", null],
  ])("%j typed is %s cents", (typed, cents) => expect(parseKes(typed)).toBe(cents));

  test("what is shown can be typed in again", () => {
    fc.assert(
      fc.property(fc.nat(), (cents) => {
        expect(parseKes(showKes(cents))).toBe(cents);
      }),
    );
  });
});
