import fc from "fast-check";
import { expect, test } from "vitest";
import { fitsPage, fitsPattern, pageWords } from "../../rules/chat-triggers";

const page = "https://Shop.example/Cart/checkout?step=2#pay";

test.each([
  ["any", "", page, true],
  ["contains", "/cart", page, true],
  ["contains", "STEP=2", page, true],
  ["contains", "#pay", page, false],
  ["contains", "/basket", page, false],
  ["equals", "/cart/checkout", page, true],
  ["equals", "/cart/checkout/", page, true],
  ["equals", "/cart", page, false],
  ["equals", "/cart/checkout?step=2", page, true],
  ["equals", "/cart/checkout?step=3", page, false],
  ["equals", "shop.example/cart/checkout", page, true],
  ["equals", "https://shop.example/cart/checkout", page, true],
  ["equals", "http://shop.example/cart/checkout", page, false],
  ["equals", "/", "https://shop.example", true],
  ["equals", "/", "https://shop.example/", true],
  ["equals", "/", "https://shop.example/?utm=1", true],
  ["equals", "/", page, false],
  ["equals", "shop.example", "https://shop.example/", true],
  ["wildcard", "/cart/*", page, true],
  ["wildcard", "/cart", page, false],
  ["wildcard", "*checkout", page, true],
  ["wildcard", "shop.example/*", page, true],
  ["wildcard", "*.example/cart/*", page, true],
  ["wildcard", "evil.example/*", "https://shop.example/?to=evil.example/x", false],
  ["wildcard", "/*/checkout?step=*", page, true],
  ["wildcard", "/c.rt/*", page, false],
] as const)("%s %s on %s: %s", (match, url, address, fits) => expect(fitsPage({ match, url }, address)).toBe(fits));

test("a condition without an address fits nowhere, and odd addresses break nothing", () => {
  expect(fitsPage({ match: "contains", url: "" }, page)).toBe(false);
  for (const match of ["any", "contains", "equals", "wildcard"] as const)
    fc.assert(
      fc.property(fc.string(), fc.string(), (url, address) => {
        expect(typeof fitsPage({ match, url }, address)).toBe("boolean");
      }),
    );
});

test("a pattern of strokes and stars answers in time", () => {
  const began = performance.now();
  expect(fitsPattern(`${"*a".repeat(500)}b`, "a".repeat(2_000))).toBe(false);
  expect(performance.now() - began).toBeLessThan(1_000);
});

test("stars stand for any run of characters", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z/]{0,5}$/), { minLength: 1, maxLength: 5 }), (parts) => {
      expect(fitsPattern(parts.join("*"), parts.join("some/where"))).toBe(true);
    }),
  );
});

test("a rule says in words where it holds", () => {
  expect(pageWords({ match: "any", url: "" })).toBe("Every page");
  expect(pageWords({ match: "contains", url: "/cart" })).toBe("Pages whose address contains /cart");
});
