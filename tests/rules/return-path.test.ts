import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { returnPath } from "../../rules/return-path";

// R031: an internal path of letters, digits, @ - % _ ~ and slashes, with optional query and fragment; else home.
describe("the return path", () => {
  test.each([
    "/",
    "/sms/history",
    "/sms/history?status=sent&page=2",
    "/crm/lead/5/score#notes",
    "/user/@wanjiru~1",
    "/a%20b",
    "/contacts/contact-group?q=a.b:c",
  ])("%s is followed", (path) => expect(returnPath(path)).toBe(path));

  test.each([
    null,
    undefined,
    "",
    "sms",
    "//evil.example",
    "/\\evil.example",
    "/%5Cevil.example",
    "/%2F%2Fevil.example",
    "/%2f/evil.example",
    "///evil.example",
    "/sms//evil.example",
    "https://evil.example",
    "https:/evil.example",
    "javascript:alert(1)",
    "/javascript:alert(1)",
    "foo:bar",
    "/sms\r\nlocation: https://evil.example",
    "/%0d%0alocation:x",
    "/sms/../..//evil.example",
    "/a.b",
    "/ü",
    "/%zz",
    " /sms",
    `/${"a".repeat(3000)}`,
  ])("%j leads home", (path) => expect(returnPath(path)).toBe("/"));

  test("whatever is asked, the browser stays with us", () => {
    const ours = "https://jibu.example";
    const pieces = fc.constantFrom(
      "/",
      "\\",
      "@",
      ":",
      "//",
      "%2f",
      "%5c",
      "?",
      "#",
      ".",
      "evil.example",
      "https:",
      "\t",
      "a",
      "..",
      "%",
    );
    const nasty = fc
      .array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 12 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        fc.oneof(
          nasty,
          nasty.map((text) => `/${text}`),
        ),
        (asked) => {
          expect(new URL(returnPath(asked), ours).origin).toBe(ours);
          expect(new URL(decodeURI(encodeURI(returnPath(asked))), ours).origin).toBe(ours);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
