import { expect, test } from "vitest";
import { pointKey } from "../../rules/contact-points";
import { guessUse } from "../../rules/crm-import";
import { readPoint } from "../../rules/read-point";
import { readValue } from "../../rules/typed-value";

test.each([
  ["0722 000 111", { kind: "phone", value: "+254722000111" }],
  [" +44 7911 123456 ", { kind: "phone", value: "+447911123456" }],
  ["Amina@Duka.test", { kind: "email", value: "Amina@Duka.test" }],
])("%s is a number in E.164 or an address as it was typed", (typed, point) => {
  expect(readPoint(typed)).toEqual(point);
});

test.each([
  "",
  "  ",
  "12",
  "amina",
  "a@b",
  "a b@mail.test",
  "a@mail.test,b@mail.test",
  "1".repeat(50),
  `${"x".repeat(250)}@a.io`,
])("%j is neither, and says why", (typed) => {
  expect(readPoint(typed)).toEqual({ reason: expect.stringMatching(/\.$/) });
});

test("an address is the same in any case", () => {
  expect(pointKey("Amina@Duka.test")).toBe(pointKey("amina@duka.TEST"));
});

test("a column of a file takes its own kind alone", () => {
  expect(readValue({ type: "phone" }, "0722 000 111")).toEqual({ value: "+254722000111" });
  expect(readValue({ type: "phone" }, "a@mail.test")).toEqual({ reason: "“a@mail.test” is not a phone number" });
  expect(readValue({ type: "email" }, "0722 000 111")).toEqual({ reason: "“0722 000 111” is not an email address" });
});

test.each([
  ["Phone 2", "phone_2"],
  ["Phone2", "phone_2"],
  ["Second phone", "phone_2"],
  ["Alternative phone number", "phone_2"],
  ["Mobile no 3", "phone_3"],
  ["E-mail 2", "email_2"],
  ["Other email address", "email_2"],
  ["Email address 3", "email_3"],
  ["Phone 4", "ignore"],
  ["Telephone exchange", "ignore"],
])("a column that is called %s is %s", (title, use) => {
  expect(guessUse(title, "field:x")).toBe(use);
});
