import { describe, expect, test } from "vitest";
import { missingFields, requirementNames } from "../../rules/crm";
import {
  comparisonInput,
  customId,
  type FieldOperator,
  meetsCondition,
  operatorsForField,
  readComparison,
  sayCondition,
} from "../../rules/crm-field-conditions";
import type { CustomValue, FieldDefinition, FieldType } from "../../rules/crm-fields";
import { type ScoredRecord, type ScoreRule, sayRule, sumScore } from "../../rules/crm-score";

const today = "2026-11-28";
const choices = [
  { id: 1, label: "Gold", archived: false },
  { id: 2, label: "Silver", archived: true },
];
function field(type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition {
  const own = { required: false, unique: false, help: "", currency: "KES", archived: false };
  return {
    id: 7,
    kind: "lead",
    name: "Field",
    type,
    ...own,
    choices: type.startsWith("choice") ? choices : [],
    ...more,
  };
}

type Case = [type: FieldType, operator: FieldOperator, typed: string, meets: CustomValue[], not: CustomValue[]];
const cases: Case[] = [
  ["text", "is", "nairobi", ["Nairobi", "NAIROBI"], ["Nairobi West"]],
  ["text", "contains", "rob", ["Nairobi"], ["Mombasa"]],
  ["link", "contains", "shop.test", ["https://shop.test/a"], ["https://other.test/"]],
  ["number", "is", "12.5", [12.5], [12]],
  ["number", "is at least", "1,000", [1000, 2000.5], [999, -1000]],
  ["number", "is at most", "-1", [-1, -20], [0]],
  ["money", "is at least", "50,000", [5_000_000, 5_000_001], [4_999_999]],
  ["money", "is at most", "KES 10.50", [1050, 0], [1051]],
  ["date", "is before", "2026-01-01", ["2025-12-31"], ["2026-01-01"]],
  ["date", "is after", "1.1.2026", ["2026-01-02"], ["2026-01-01"]],
  ["date", "is in the last days", "7", ["2026-11-28", "2026-11-21"], ["2026-11-20", "2026-11-29"]],
  ["date", "is in the next days", "7", ["2026-11-28", "2026-12-05"], ["2026-12-06", "2026-11-27"]],
  ["choice", "is", "gold", [1], [2]],
  ["choice", "is", "Silver", [2], [1]],
  ["choices", "contains", "Gold", [[1], [1, 2]], [[2]]],
];

describe("a condition about a custom field", () => {
  test.each(cases)("of type %s: %s %s", (type, operator, typed, meets, not) => {
    const about = field(type);
    expect(operatorsForField(about)).toContain(operator);
    const read = readComparison(about, { operator, value: typed });
    const value = "value" in read ? read.value : expect.fail(read.reason);
    for (const said of meets) expect(meetsCondition(about, { operator, value }, said, today), String(said)).toBe(true);
    for (const said of not) expect(meetsCondition(about, { operator, value }, said, today), String(said)).toBe(false);
    expect(meetsCondition(about, { operator, value }, undefined, today)).toBe(false);
    // What a person sees of it can be sent again as it is.
    const again = comparisonInput(about, { operator, value });
    expect(readComparison(about, { operator, value: again })).toEqual({ value });
  });

  test.each(["text", "number", "money", "date", "choice", "choices", "link"] as const)(
    "asks whether a field of type %s is filled in",
    (type) => {
      const about = field(type);
      expect(meetsCondition(about, { operator: "is set", value: "" }, "x", today)).toBe(true);
      expect(meetsCondition(about, { operator: "is set", value: "" }, undefined, today)).toBe(false);
      expect(meetsCondition(about, { operator: "is empty", value: "" }, undefined, today)).toBe(true);
      expect(meetsCondition(about, { operator: "is empty", value: "" }, "x", today)).toBe(false);
    },
  );

  test.each<[FieldType, FieldOperator, string, string]>([
    ["text", "is", " ", "Enter what to compare with."],
    ["number", "is at least", "many", "Enter a number such as 12.5."],
    ["money", "is at least", "USD 5", "Enter an amount in KES."],
    ["date", "is before", "soon", "Enter a date such as 2026-11-25."],
    ["date", "is in the last days", "0", "Enter a number of days from 1 to 3,650."],
    ["date", "is in the next days", "3651", "Enter a number of days from 1 to 3,650."],
    ["choice", "is", "Bronze", "“Bronze” is not one of the choices: Gold."],
  ])("of type %s is refused: %s %s", (type, operator, value, reason) => {
    expect(readComparison(field(type), { operator, value })).toEqual({ reason });
  });

  test("in words", () => {
    const say = (type: FieldType, operator: FieldOperator, value: string, more: Partial<FieldDefinition> = {}) =>
      sayCondition(field(type, { name: "Budget", ...more }), { operator, value });
    expect(say("money", "is at least", "5000000")).toBe("Budget is KES 50,000.00 or more");
    expect(say("number", "is at most", "3")).toBe("Budget is 3 or less");
    expect(say("date", "is in the last days", "1")).toBe("Budget is in the last 1 day");
    expect(say("choice", "is", "1")).toBe("Budget is Gold");
    expect(say("choice", "is", "9")).toBe("Budget is a choice that was deleted");
    expect(say("text", "is set", "", { archived: true })).toBe("Budget is set (the field is archived: no points)");
  });
});

test("a rule about a custom field counts for records of its kind, while the field is in use", () => {
  const rule = (of: FieldDefinition | undefined): ScoreRule => ({
    ...{ id: 1, property: "custom.7", operator: "is at least", value: "10", points: 5, fades: false, field: of },
  });
  const own = { name: "A", company: "", phone: "", email: "", source: "", stage: "New", category: "new", value: null };
  const days = { created: "2026-11-01", active: "2026-11-20", wrote: "" };
  const record = { ...own, ...days, kind: "lead", custom: { 7: 12 } } satisfies ScoredRecord;
  expect(sumScore([rule(field("number"))], record, today)).toBe(5);
  expect(sumScore([rule(field("number"))], { ...record, custom: {} }, today)).toBe(0);
  expect(sumScore([rule(field("number"))], { ...record, kind: "deal" }, today)).toBe(0);
  expect(sumScore([rule(field("number", { archived: true }))], record, today)).toBe(0);
  expect(sumScore([rule(undefined)], record, today)).toBe(0);
  expect(sayRule(rule(undefined))).toBe("A field that was deleted");
});

test("a stage asks for its custom fields, and not for one that is archived or gone", () => {
  const record = {
    company: "",
    phone: "+254712000001",
    email: "",
    source: "",
    value_cents: null,
    expected_close: null,
  };
  const required = ["phone", "company", "custom.7", "custom.8", "custom.9"];
  const missing = missingFields(required, { ...record, custom: { 8: "said" } });
  expect(missing).toEqual(["company", "custom.7", "custom.9"]);
  expect(requirementNames(missing, [field("text", { name: "Region" })])).toEqual(["company", "Region"]);
  expect(requirementNames(missing, [field("text", { archived: true })])).toEqual(["company"]);
  expect([customId("custom.12"), customId("custom.x"), customId("phone")]).toEqual([12, undefined, undefined]);
});
