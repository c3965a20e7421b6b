import { describe, expect, test } from "vitest";
import { maxRecordTags, maxTagLength, readTag, readTags } from "../../rules/crm-tags";

describe("the name of a tag", () => {
  test("has single spaces and no others", () => {
    expect(readTag("  Key   customer ")).toEqual({ name: "Key customer" });
    expect(readTag("e\u0301lite")).toEqual({ name: "\u00e9lite" });
    expect(readTag("x".repeat(maxTagLength))).toEqual({ name: "x".repeat(maxTagLength) });
  });

  test.each([
    ["", "Enter a tag."],
    ["  ", "Enter a tag."],
    ["a,b", "A tag has no comma and no semicolon."],
    ["a;b", "A tag has no comma and no semicolon."],
    ["a\nb", "A tag is one line."],
    ["x".repeat(maxTagLength + 1), "A tag has at most 40 characters."],
    ["a\u0007b", "A tag has letters, digits and signs only."],
  ])("%j can't be one", (typed, reason) => {
    expect(readTag(typed)).toEqual({ reason });
  });
});

test("several tags have commas or semicolons between them, and each counts once", () => {
  expect(readTags("VIP, wholesale;vip;; Trade  fair,")).toEqual({ names: ["VIP", "wholesale", "Trade fair"] });
  expect(readTags(" ")).toEqual({ names: [] });
  expect(readTags(`VIP, ${"x".repeat(41)}`)).toEqual({
    reason: `“${"x".repeat(40)}…” can't be a tag. A tag has at most 40 characters.`,
  });
  const many = Array.from({ length: maxRecordTags + 1 }, (_, at) => `t${at}`);
  expect(readTags(many.join(","))).toEqual({ reason: "These are more than 30 tags." });
  expect(readTags(many.slice(1).join(","))).toMatchObject({ names: many.slice(1) });
});
