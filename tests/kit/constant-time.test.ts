import { expect, test } from "vitest";
import { constantTimeEqual } from "../../services/kit/constant-time";

test.each([
  ["a secret", "a secret", true],
  ["a secret", "a secreT", false],
  ["a", "a secret", false],
  ["a secret and more", "a secret", false],
  ["", "a secret", false],
  ["", "", false],
])("%j given for %j", (given, expected, equal) => {
  expect(constantTimeEqual(given, expected)).toBe(equal);
  expect(constantTimeEqual(Buffer.from(given), Buffer.from(expected))).toBe(equal);
});
