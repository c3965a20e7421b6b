import { expect, test } from "vitest";
import { numbersAlone } from "../../rules/pasted-numbers";

test.each([
  ["0712345678\n0733456789", ["0712345678", "0733456789"]],
  ["0712345678, 0733456789; +254 722 000 111", ["0712345678", "0733456789", "+254 722 000 111"]],
  ["0712345678\t0733456789\r\n\r\n0722000111", ["0712345678", "0733456789", "0722000111"]],
  ["0712 345 678 0733 456 789 254722000111", ["0712 345 678", "0733 456 789", "254722000111"]],
  ["0712-345-678", ["0712-345-678"]],
  ["+1 (202) 555-0142", ["+1 (202) 555-0142"]],
])("%j are numbers alone, whatever stands between them", (pasted, numbers) => {
  expect(numbersAlone(pasted)).toBe(numbers.join("\n"));
});

test.each(["0712345678,Your parcel is here", "Phone\n0712345678", "Amina\t0712345678"])(
  "%j is a table: a word in it keeps its rows as they are",
  (pasted) => expect(numbersAlone(pasted)).toBeUndefined(),
);

test("thousands of numbers in one line are read in a moment and none is lost", () => {
  const numbers = Array.from({ length: 5_000 }, (_, at) => `07${String(10_000_000 + at)}`);
  expect(numbersAlone(numbers.join(" "))?.split("\n")).toEqual(numbers);
});
