import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile, fieldName, mergeFields, pieces } from "../../rules/merge";

describe("merge fields", () => {
  test.each([
    ["Hello {{first_name}}", { first_name: "Asha" }, "Hello Asha", []],
    ["Hello {{ First_Name }}", { first_name: "Asha" }, "Hello Asha", []],
    ["{{a}}{{b}}", { a: "1", b: "2" }, "12", []],
    ["Hello {{first_name|there}}", {}, "Hello there", []],
    ["Hello {{first_name | my friend }}", {}, "Hello my friend", []],
    ["Hello {{first_name|there}}", { first_name: "Asha" }, "Hello Asha", []],
    ["Hello{{first_name|}}!", {}, "Hello!", []],
    ["Hello {{first_name}}, {{amount}} {{amount}}", { first_name: " " }, "Hello ,  ", ["first_name", "amount"]],
    ["{{{name}}}", { name: "x" }, "{x}", []],
    ["{{{{name}}}}", { name: "x" }, "{{x}}", []],
    ["{{a}{{b}}", { b: "x" }, "{{a}x", []],
    ["{{name", { name: "x" }, "{{name", []],
    ["name}} {{", { name: "x" }, "name}} {{", []],
    ["{{first name}} {{}} {{a-b}} {{ }}", {}, "{{first name}} {{}} {{a-b}} {{ }}", []],
    ["{name} {{#if}}", {}, "{name} {{#if}}", []],
    ["{{a}} costs $& $1", { a: "$&$1" }, "$&$1 costs $& $1", []],
    ["{{constructor}}{{__proto__}}{{tostring}}", {}, "", ["constructor", "__proto__", "tostring"]],
    ["{{a}}", { a: "{{b}}", b: "never" }, "{{b}}", []],
    ["{{n0_1}}", { n0_1: null }, "", ["n0_1"]],
    ["no fields", {}, "no fields", []],
    ["", {}, "", []],
  ] as [string, Record<string, string | null>, string, string[]][])("%j with %j", (body, values, text, missing) => {
    expect(compile(body)(values)).toEqual({ text, missing, skip: false });
  });

  test("the fields of a text, each once", () => {
    expect(mergeFields("{{B}} {{a|x}} {{ b }} {{c d}}")).toEqual(["b", "a"]);
  });

  test("a missing value follows the decision", () => {
    const body = "Hi {{name}}, you owe {{amount}}.";
    expect(compile(body, "skip")({ name: "Asha" })).toMatchObject({ skip: true, missing: ["amount"] });
    expect(compile(body, "skip")({ name: "Asha", amount: "5" })).toMatchObject({ skip: false, missing: [] });
    expect(compile(body, { default: "-" })({})).toMatchObject({ text: "Hi -, you owe -.", skip: false });
    const each = compile(body, { fields: { name: { default: "friend" } }, otherwise: "skip" });
    expect(each({ amount: "5" })).toEqual({ text: "Hi friend, you owe 5.", missing: ["name"], skip: false });
    expect(each({})).toMatchObject({ skip: true, missing: ["name", "amount"] });
    expect(compile("{{constructor}}", { fields: {}, otherwise: { default: "x" } })({}).text).toBe("x");
  });

  const braces = fc.string({ unit: fc.constantFrom("{", "}", "{{", "}}", "a", "|", " ", "é"), maxLength: 60 });

  test("pieces put together again are the text, whatever the braces", () => {
    fc.assert(
      fc.property(braces, (body) => {
        const kept = compile(body);
        const fields = mergeFields(body);
        if (fields.length === 0) expect(kept({}).text).toBe(body);
        for (const piece of pieces(body)) if (typeof piece !== "string") expect(fields).toContain(piece.field);
        const values = Object.fromEntries(fields.map((field) => [field, "v"]));
        expect(kept(values).missing).toEqual([]);
      }),
    );
  });

  test.each([
    ["open braces", "{{".repeat(300_000)],
    ["closed braces", "}}".repeat(300_000)],
    ["open braces and one close", `${"{{ ".repeat(200_000)}}}`],
    ["pairs of nothing", "{{}}".repeat(150_000)],
    ["a long name", `{{${"a".repeat(600_000)}}}`],
  ])("600 kB of %s is read in one pass", (_name, body) => {
    expect(compile(body)({}).text).toBe(body);
  });

  test.each([
    ["First Name", "first_name"],
    ["Amount Due (KES)", "amount_due_kes"],
    ["  Réf. N° ", "ref_n"],
    ["Jina_la_Kwanza", "jina_la_kwanza"],
    ["123", "123"],
    ["—", ""],
  ])("the heading %j is the field %j", (heading, field) => expect(fieldName(heading)).toBe(field));
});
