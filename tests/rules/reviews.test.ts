import { expect, test } from "vitest";
import { packageName, reviewLine, stars } from "../../rules/reviews";

test("stars are drawn to five, and none is drawn for a review without", () => {
  expect([1, 3, 5].map(stars)).toEqual(["★☆☆☆☆", "★★★☆☆", "★★★★★"]);
  expect(stars(0)).toBe("");
});

test("the line of a review says what is known, and that it was edited", () => {
  const facts = { stars: 2, edited: true, device: "Pixel 7", android: "14", version: "2.3.1" };
  expect(reviewLine(facts)).toBe("Edited review · 2 of 5 stars · Pixel 7 · Android 14 · version 2.3.1");
  expect(reviewLine({ stars: 1, edited: false, device: "", android: "", version: "" })).toBe("Review · 1 of 5 stars");
});

test.each([
  ["ke.co.your_shop.app", true],
  ["com.Example2", true],
  ["shop", false],
  ["com..example", false],
  ["com.2example", false],
  ["https://play.google.com/store", false],
])("the package name %s: %s", (name, right) => {
  expect(packageName.test(name)).toBe(right);
});
