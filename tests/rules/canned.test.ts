import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cannedVariables,
  filledIn,
  firstName,
  inLanguage,
  leftOpen,
  shortcutPattern,
  shortcutText,
  wrongInCanned,
} from "../../rules/canned";

describe("variables of canned replies (statement M46)", () => {
  test.each([
    ["Hello {{name}}", undefined],
    ["Hello {{ Name }}, {{ticket|your ticket}}", undefined],
    ["Use { or } or {x} freely", undefined],
    ["", undefined],
    ["Hello {{surname}}", "{{surname}} is no variable. Choose one of the list."],
    ["Hello {{first name}}", "{{first name}} is no variable. Write it like {{name}}: two braces on each side."],
    ["Hello {{name", "{{name is no variable. Write it like {{name}}: two braces on each side."],
    ["Hello name}}", "name}} is no variable. Write it like {{name}}: two braces on each side."],
    ["{{constructor}}", "{{constructor}} is no variable. Choose one of the list."],
    ["{{__proto__}}", "{{__proto__}} is no variable. Choose one of the list."],
  ])("%s", (text, wrong) => expect(wrongInCanned(text)).toBe(wrong));

  test("every variable of the list may be written", () => {
    for (const name of Object.keys(cannedVariables)) expect(wrongInCanned(`x {{${name}}} y`), name).toBeUndefined();
  });

  test("what is known is filled in; what is missing keeps its braces and is named, once", () => {
    const text = "Hello {{name}}, order {{order}} ({{order}}) from {{agent|us}}";
    expect(filledIn(text, { name: "Amina" })).toEqual({
      text: "Hello Amina, order {{order}} ({{order}}) from us",
      missing: ["order"],
    });
    expect(filledIn(text, { name: "Amina", order: "7", agent: "Joy" })).toEqual({
      text: "Hello Amina, order 7 (7) from Joy",
      missing: [],
    });
    expect(filledIn("{{name}}", { name: "  " }).missing).toEqual(["name"]);
  });

  test("a value with braces in it is not read again", () => {
    expect(filledIn("{{name}}", { name: "{{order}}" }).text).toBe("{{order}}");
  });

  test("open variables stop a text; braces that mean nothing to us do not", () => {
    expect(leftOpen("See {{ order }} and {{Amount}}")).toEqual(["order", "amount"]);
    expect(leftOpen("In Vue you write {{ message }}")).toEqual([]);
    expect(leftOpen("{{order|soon}}")).toEqual(["order"]);
  });

  test("after filling in, the missing ones are those that are left open, whatever the text", () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom("{{name}}", "{{order}}", "{{amount}}", "{{", "}}"));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
        const { text, missing } = filledIn(parts.join(" "), { name: "Amina" });
        const open = leftOpen(text);
        for (const name of missing.filter((one) => one === "order" || one === "amount")) expect(open).toContain(name);
        expect(text).not.toMatch(/\{\{name\}\}/);
      }),
    );
  });
});

test("a first name is the first word of a person's name, and nothing of a number", () => {
  expect(
    ["Wanjiru Maina", "  Ng'ang'a  K.", "Łukasz", "+254712000193", "amina@example.com", ""].map(firstName),
  ).toEqual(["Wanjiru", "Ng'ang'a", "Łukasz", "", "", ""]);
});

test("the customer's language where it is written, else the other", () => {
  const both = { text_en: "Hello", text_sw: "Habari" };
  expect([inLanguage(both, "sw"), inLanguage(both, "en"), inLanguage(both, "")]).toEqual(["Habari", "Hello", "Hello"]);
  expect(inLanguage({ text_en: "Hello", text_sw: "" }, "sw")).toBe("Hello");
  expect(inLanguage({ text_en: "", text_sw: "Habari" }, "en")).toBe("Habari");
});

test("a shortcut is kept without its stroke, in lower case", () => {
  expect([" /Hours", "//mpesa-till ", "x"].map(shortcutText)).toEqual(["hours", "mpesa-till", "x"]);
  expect(["hours", "mpesa-till", "saa_2"].every((key) => shortcutPattern.test(key))).toBe(true);
  expect(["", "a b", "a/b", "Ho", "<b>"].some((key) => shortcutPattern.test(key))).toBe(false);
});
