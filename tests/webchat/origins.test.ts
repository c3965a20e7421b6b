import { describe, expect, test } from "vitest";
import { frameAncestors, originAllowed, patternText, sitePattern } from "../../rules/site-origins";

describe("what counts as the address of a site", () => {
  test.each([
    ["shop.example", "shop.example"],
    ["  Shop.EXAMPLE ", "shop.example"],
    ["https://shop.example/", "https://shop.example"],
    ["*.shop.example", "*.shop.example"],
    ["https://*.shop.example:8443", "https://*.shop.example:8443"],
    ["localhost:3001", "localhost:3001"],
    ["münchen.example", "xn--mnchen-3ya.example"],
    ["[::1]:3000", "[::1]:3000"],
  ])("%s is %s", (text, spelt) => {
    const pattern = sitePattern(text);
    expect(pattern && patternText(pattern)).toBe(spelt);
  });

  test.each([
    "",
    "*",
    "*.com",
    "https://*",
    "shop.*",
    "sh*p.example",
    "shop.example/path",
    "user@shop.example",
    "shop.example.",
    "ftp://shop.example",
    "javascript:alert(1)",
    "shop.example:99999",
    "shop.example:0",
    "shop example",
    "shop.example;frame-ancestors *",
    "'self'",
  ])("%s is none", (text) => {
    expect(sitePattern(text)).toBeUndefined();
  });
});

describe("which pages may show a chat (statement M39)", () => {
  test.each([
    ["https://shop.example", ["shop.example"], true],
    ["http://shop.example", ["shop.example"], true],
    ["https://SHOP.example", ["shop.EXAMPLE"], true],
    ["https://shop.example:8443", ["shop.example"], false],
    ["https://shop.example:8443", ["shop.example:8443"], true],
    ["http://shop.example", ["https://shop.example"], false],
    ["https://www.shop.example", ["shop.example"], false],
    ["https://www.shop.example", ["*.shop.example"], true],
    ["https://a.b.shop.example", ["*.shop.example"], true],
    ["https://shop.example", ["*.shop.example"], false],
    ["https://evilshop.example", ["*.shop.example", "shop.example"], false],
    ["https://shop.example.evil.test", ["shop.example", "*.shop.example"], false],
    ["https://shop.example@evil.test", ["shop.example"], false],
    ["https://evil.test/shop.example", ["shop.example"], false],
    ["https://shop.example.", ["shop.example"], false],
    ["https://münchen.example", ["xn--mnchen-3ya.example"], true],
    ["https://xn--mnchen-3ya.example", ["münchen.example"], true],
    ["file://", [], false],
    ["chrome-extension://abc", [], false],
    ["null", [], false],
    ["", [], false],
    ["https://any.example", [], true],
  ] as const)("%s with %j: %s", (origin, patterns, may) => {
    expect(originAllowed(origin, patterns)).toBe(may);
  });

  test("a page without an origin only by the switch", () => {
    expect(originAllowed("null", ["shop.example"])).toBe(false);
    expect(originAllowed("null", ["shop.example"], true)).toBe(true);
  });
});

test("frame-ancestors says the same to the browser", () => {
  expect(frameAncestors(["shop.example", "*.shop.example:8443", "https://a.example"])).toBe(
    "https://shop.example http://shop.example https://*.shop.example:8443 http://*.shop.example:8443 https://a.example",
  );
  expect(frameAncestors([])).toBe("http: https:");
  expect(frameAncestors([], true)).toBeUndefined();
});
