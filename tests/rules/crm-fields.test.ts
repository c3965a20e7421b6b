import { describe, expect, test } from "vitest";
import { customQuery, filterKey, filterName, filterNumber, readCustomFilters } from "../../rules/crm-field-filters";
import {
  type CustomValue,
  carriedValues,
  customChanges,
  type FieldDefinition,
  type FieldType,
  fieldInput,
  fieldText,
  type GivenValue,
  isOwnName,
  readCustomValues,
  readFieldValue,
} from "../../rules/crm-fields";
import { guessUse, isCustomUse } from "../../rules/crm-import";

function field(type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition {
  const choices = [
    { id: 1, label: "Gold", archived: false },
    { id: 2, label: "Silver, new", archived: false },
    { id: 3, label: "Old", archived: true },
  ];
  return {
    ...{ id: 7, kind: "contact", name: "Level", type, required: false, unique: false, help: "", currency: "KES" },
    choices: type === "choice" || type === "choices" ? choices : [],
    archived: false,
    ...more,
  };
}

const value = (type: FieldType, given: GivenValue, before?: CustomValue) => {
  const read = readFieldValue(field(type), given, before);
  return "value" in read ? read.value : `! ${read.reason}`;
};

describe("a value of a custom field", () => {
  test.each<[FieldType, GivenValue, unknown]>([
    ["text", "  two \n words ", "two words"],
    ["text", " ", null],
    ["text", "x".repeat(201), "! Enter at most 200 characters."],
    ["number", "1,250.50", 1250.5],
    ["number", -3, -3],
    ["number", "-0", 0],
    ["number", "1e9", "! Enter a number such as 12.5."],
    ["number", "0x10", "! Enter a number such as 12.5."],
    ["number", Number.NaN, "! Enter a number such as 12.5."],
    ["money", "KES 12,500/=", 1_250_000],
    ["money", "KSh 10", 1000],
    ["money", 1250, 1250],
    ["money", 0.5, "! Enter an amount in cents."],
    ["money", "USD 10", "! Enter an amount in KES."],
    ["money", "much", "! Enter an amount such as 12,500."],
    ["date", "24/11/2026", "2026-11-24"],
    ["date", "2026-02-30", "! Enter a date such as 2026-11-25."],
    ["choice", "gold", 1],
    ["choice", 2, 2],
    ["choice", "Bronze", "! “Bronze” is not one of the choices: Gold, Silver, new."],
    ["choices", ["Silver, new", "gold", ""], [1, 2]],
    ["choices", "Gold; Silver, new", [1, 2]],
    ["choices", "Silver, new", [2]],
    ["choices", "gold,GOLD", [1]],
    ["choices", [], null],
    ["link", "example.com/a", "https://example.com/a"],
    ["link", "http://example.com:8080/x?y=1", "http://example.com:8080/x?y=1"],
    ["link", "javascript:alert(1)", "! Enter a web address that begins with https:// or http://."],
    ["link", "data:text/html,x", "! Enter a web address that begins with https:// or http://."],
    ["link", "https://user@example.com", "! Enter a web address that begins with https:// or http://."],
    ["link", "not a link", "! Enter a web address that begins with https:// or http://."],
  ])("%s %j is %j", (type, given, expected) => {
    expect(value(type, given)).toEqual(expected);
  });

  test("that can no longer be chosen stays where it is, and is chosen nowhere else", () => {
    expect(value("choice", "Old", 3)).toBe(3);
    expect(value("choices", ["Old", "Gold"], [3])).toEqual([1, 3]);
    expect(value("choice", "Old")).toBe("! “Old” is not one of the choices: Gold, Silver, new.");
  });

  test("is the same after it was written for people and read again", () => {
    const cases: [FieldType, CustomValue][] = [
      ["number", -12.5],
      ["money", 1_250_050],
      ["date", "2026-11-24"],
      ["choice", 2],
      ["choices", [1, 2]],
      ["link", "https://example.com/a"],
    ];
    for (const [type, kept] of cases) {
      const text = fieldText(field(type), kept);
      expect(readFieldValue(field(type), text), `${type} ${text}`).toEqual({ value: kept });
      expect(readFieldValue(field(type), fieldInput(field(type), kept))).toEqual({ value: kept });
    }
    expect(fieldText(field("money"), 1_250_050)).toBe("KES 12,500.50");
  });
});

describe("what a record says in its custom fields", () => {
  const fields = [
    field("text", { id: 1, name: "Region", required: true }),
    field("number", { id: 2, name: "Shops" }),
    field("text", { id: 3, name: "Gone", archived: true, required: true }),
  ];

  test("what is not given stays, null empties, and a required field is asked for", () => {
    const read = readCustomValues(fields, { 2: null }, { 1: "Coast", 2: 4, 3: "kept" }, { required: true });
    expect(read).toEqual({ values: { 1: "Coast", 3: "kept" }, errors: {} });
    expect(readCustomValues(fields, { 2: "x" }, {}, { required: true }).errors).toEqual({
      1: "Enter a value for Region.",
      2: "Enter a number such as 12.5.",
    });
    expect(readCustomValues(fields, {}, {}, { required: false }).errors).toEqual({});
  });

  test("archived and unknown fields can't be said anything in", () => {
    const { errors } = readCustomValues(fields, { 3: "x", 99: "y", 1: "Coast" }, {}, { required: true });
    expect(errors).toEqual({ 3: "There is no such field.", 99: "There is no such field." });
  });

  test("its history is in words", () => {
    expect(customChanges(fields, { 1: "Coast" }, { 1: "Coast", 2: 4 })).toEqual([
      { field: "Shops", before: "", after: "4" },
    ]);
  });

  test("goes along to fields of the same name and type", () => {
    const to = [
      field("choice", { id: 11, choices: [{ id: 9, label: "gold", archived: false }] }),
      field("text", { id: 12, name: "Shops" }),
    ];
    expect(carriedValues([field("choice"), ...fields], { 7: 1, 2: 4 }, to)).toEqual({ 11: 9 });
  });
});

test("the names of the product's own fields are taken", () => {
  expect(isOwnName(" Sales Manager ")).toBe(true);
  expect(isOwnName("Region")).toBe(false);
});

test("filters of an address become filters of a call, and odd ones none", () => {
  const said = customQuery({ f12: "Nairobi & coast", "f14-from": "2026-01-01", "f14-up": "x", page: 2, fx: "1" });
  expect(readCustomFilters(said)).toEqual([
    { field: 12, part: "is", value: "Nairobi & coast" },
    { field: 14, part: "from", value: "2026-01-01" },
  ]);
  expect(filterName(14, "from")).toBe("f14-from");
  expect(readCustomFilters("x=1&12.above=3&=&12=")).toEqual([]);
  expect(filterKey(field("text"), "Coast")).toBe("coast");
  expect(filterKey(field("choice"), "2")).toBe("2");
  expect(filterKey(field("choice"), "Gold")).toBeUndefined();
  expect(filterKey(field("number"), "many")).toBeUndefined();
  expect(filterNumber(field("date"), "1970-01-11")).toBe(10);
  expect(filterNumber(field("money"), "10")).toBe(1000);
});

test("a heading that is the name of a custom field is that field", () => {
  expect(guessUse("region ", "field", [{ id: 5, name: "Region" }])).toBe("custom.5");
  expect(guessUse("Company", "field", [{ id: 5, name: "Region" }])).toBe("company");
  expect([isCustomUse("custom.5"), isCustomUse("custom.x"), isCustomUse("name")]).toEqual([true, false, false]);
});
