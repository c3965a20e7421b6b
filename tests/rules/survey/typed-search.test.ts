import { describe, expect, test } from "vitest";
import { excerpt, hasWords, searchWords } from "../../../rules/survey/typed-search";

const marked = (text: string, q: string, most?: number) =>
  excerpt(text, searchWords(q), most)
    .map(({ text: part, found }) => (found ? `[${part}]` : part))
    .join("");

test("the words of a search are each looked for once, whatever their case", () => {
  expect(searchWords("  Delivery LATE late ")).toEqual(["delivery", "late"]);
  expect(searchWords("late prelate")).toEqual(["prelate"]);
  expect(searchWords("Ng’ombe 100% _")).toEqual(["ng'ombe", "100%", "_"]);
});

test("a text has all the words, in any order", () => {
  const words = searchWords("delivery late");
  expect(hasWords("LATE again, this Delivery", words)).toBe(true);
  expect(hasWords("late", words)).toBe(false);
  expect(hasWords("École Ng’ombe İ", searchWords("éCOLE ng'ombe"))).toBe(true);
  expect(hasWords("anything", [])).toBe(false);
});

describe("an excerpt", () => {
  test("marks every place, and joined it is the text", () => {
    expect(marked("Late? The delivery was late.", "delivery late")).toBe("[Late]? The [delivery] was [late].");
    expect(marked("😀 <b>late</b>\n 100%", "LATE %")).toBe("😀 <b>[late]</b> 100[%]");
    expect(marked("nothing of it", "late")).toBe("nothing of it");
  });

  test("is what is around the first word of a long text", () => {
    const long = `${"some words before it ".repeat(20)}the driver came late ${"and words after ".repeat(20)}`;
    const short = marked(long, "late", 60);
    expect(short).toMatch(/^…\S.* the driver came \[late\] and words.*…$/);
    expect([...short].length).toBeLessThanOrEqual(64);
    expect(marked(`${"x".repeat(200)}late`, "late", 60)).toMatch(/^…x+\[late\]$/);
  });
});
