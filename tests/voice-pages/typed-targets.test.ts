import { expect, test } from "vitest";
import { parseTargets, refusedTargets } from "../../app/voice/outbound/typed-targets";

test("numbers are one on each line, with a name after a comma", () => {
  expect(parseTargets("0712 000 118, Amina Hassan\n\n0712000119;Brian\n,no number\n")).toEqual([
    { phone: "0712 000 118", name: "Amina Hassan" },
    { phone: "0712000119", name: "Brian" },
  ]);
});

test("only the numbers that were not added are left, each with its line among them", () => {
  const targets = parseTargets("0712000118, Amina\n\n\nhello, Dan\n0712000119\n0202222222\n");
  const refused = [
    { line: 2, phone: "hello", reason: "not a Kenyan mobile number" },
    { line: 4, phone: "0202222222", reason: "in a list already" },
  ];
  expect(refusedTargets(targets, refused)).toEqual({
    left: "hello, Dan\n0202222222",
    errors: ["Line 1, hello: not a Kenyan mobile number.", "Line 2, 0202222222: in a list already."],
  });
});

test("twenty refused numbers are named, and how many more there are", () => {
  const targets = parseTargets("x\n".repeat(25));
  const refused = targets.map(({ phone }, at) => ({ line: at + 1, phone, reason: "wrong" }));
  const { left, errors } = refusedTargets(targets, refused);
  expect([left.split("\n").length, errors.length, errors.at(-1)]).toEqual([25, 21, "And 5 more."]);
});
