import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineAmounts, maxLineCents, quoteTotals, saleLines, vatKinds, vatModes, vatPercent } from "../../rules/quotes";

const line = fc
  .record({
    product_id: fc.option(fc.integer({ min: 1, max: 9 })),
    name: fc.constant("Cold room"),
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
    price_cents: fc.integer({ min: 0, max: 1e11 }),
    vat: fc.constantFrom(...vatKinds),
  })
  .filter(({ quantity, price_cents }) => quantity * price_cents <= maxLineCents);
const lines = fc.array(line, { minLength: 1, maxLength: 50 });
const mode = fc.constantFrom(...vatModes);

describe("the VAT of a line", () => {
  test("is added to the price, or is in it", () => {
    const of = { quantity: 3, price_cents: 10_000, vat: "standard" } as const;
    expect(lineAmounts(of, "added")).toEqual({ net_cents: 30_000, vat_cents: 4_800, total_cents: 34_800 });
    expect(lineAmounts({ ...of, price_cents: 11_600 }, "included")).toEqual({
      ...{ net_cents: 30_000, vat_cents: 4_800, total_cents: 34_800 },
    });
    for (const vat of ["zero", "exempt"] as const)
      expect(lineAmounts({ ...of, vat }, "added")).toEqual({ net_cents: 30_000, vat_cents: 0, total_cents: 30_000 });
  });

  test("rounds half a cent up", () => {
    expect(lineAmounts({ quantity: 1, price_cents: 3, vat: "standard" }, "added").vat_cents).toBe(0);
    expect(lineAmounts({ quantity: 1, price_cents: 25, vat: "standard" }, "added").vat_cents).toBe(4);
    expect(lineAmounts({ quantity: 1, price_cents: 29, vat: "standard" }, "included").vat_cents).toBe(4);
  });

  test("is off by no more than half a cent, in whole cents", () => {
    fc.assert(
      fc.property(line, mode, (of, how) => {
        const { net_cents, vat_cents, total_cents } = lineAmounts(of, how);
        for (const cents of [net_cents, vat_cents, total_cents]) {
          expect(Number.isSafeInteger(cents)).toBe(true);
          expect(cents).toBeGreaterThanOrEqual(0);
        }
        expect(net_cents + vat_cents).toBe(total_cents);
        const percent = BigInt(vatPercent[of.vat]);
        const given = BigInt(of.quantity) * BigInt(of.price_cents);
        const by = how === "added" ? 100n : 100n + percent;
        const twice = 2n * (BigInt(vat_cents) * by - given * percent);
        expect(twice <= by && -twice <= by).toBe(true);
      }),
    );
  });
});

describe("the total of a quote", () => {
  test("is the sum of its lines, and of its kinds of VAT, and what its sale comes to", () => {
    fc.assert(
      fc.property(lines, mode, fc.uniqueArray(fc.integer({ min: 1, max: 9 })), (all, how, listed) => {
        const priced = all.map((one) => ({ ...one, ...lineAmounts(one, how) }));
        const { rates, ...total } = quoteTotals(priced);
        for (const of of ["net_cents", "vat_cents", "total_cents"] as const) {
          expect(total[of]).toBe(priced.reduce((sum, one) => sum + one[of], 0));
          expect(total[of]).toBe(rates.reduce((sum, one) => sum + one[of], 0));
        }
        const sold = saleLines(priced, how, listed);
        expect(sold.reduce((sum, { quantity, price_cents }) => sum + quantity * price_cents, 0)).toBe(
          total.total_cents,
        );
        expect(sold.every(({ product_id }) => product_id === null || listed.includes(product_id))).toBe(true);
      }),
    );
  });
});
