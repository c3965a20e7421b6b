import { describe, expect, test } from "vitest";
import { type ComparedRecord, duplicateScore, isNearName, pairReasons } from "../../rules/duplicates";

const record = (said: Partial<ComparedRecord>): ComparedRecord => ({
  ...{ id: 1, phone: "", email_key: "", name_key: "", company_key: "", points: [] },
  ...said,
});

describe("two names are near", () => {
  test.each([
    ["amina hassan", "amina hasan", "a letter left out"],
    ["amina hassan", "amina hassna", "two letters swapped"],
    ["amina hassan", "amina hassan wario", "a part left out"],
    ["a hassan", "amina hassan", "an initial"],
    ["kamau wanjiku", "kamau wanjiku w", "an initial more"],
    ["otieno", "otienno", "one word with a slip"],
  ])("%s and %s: %s", (one, other) => {
    expect(isNearName(one, other)).toBe(true);
    expect(isNearName(other, one)).toBe(true);
  });

  test.each([
    ["amina hassan", "amina hassan", "the same is not near"],
    ["amina", "amina hassan", "one word alone is no part of a name"],
    ["ann", "anna", "short words are as they are"],
    ["john kamau", "jane wanjiru", "others"],
    ["a h", "amina hassan", "initials alone"],
    ["", "amina", "nothing"],
    ["kamau otieno", "kamau wanjiku", "one part in common"],
  ])("not %s and %s: %s", (one, other) => {
    expect(isNearName(one, other)).toBe(false);
  });
});

describe("why two records may be the same", () => {
  test("a number or an address is a reason of its own, whatever the names", () => {
    expect(pairReasons(record({ phone: "+254712000001" }), record({ phone: "+254712000001" }))).toEqual(["phone"]);
    expect(pairReasons(record({ email_key: "a@b.test" }), record({ email_key: "a@b.test" }))).toEqual(["email"]);
    expect(pairReasons(record({ phone: "" }), record({ phone: "" }))).toEqual([]);
  });

  test("a name is one only in the same organisation or beside another reason", () => {
    const one = record({ name_key: "hassan amina", phone: "+254712000001" });
    expect(pairReasons(one, record({ name_key: "hassan amina" }))).toEqual([]);
    expect(pairReasons(one, record({ name_key: "hassan amina", phone: "+254712000001" }))).toEqual(["phone", "name"]);
    const duka = record({ name_key: "amina hassan", company_key: "duka" });
    expect(pairReasons(duka, record({ name_key: "amina hassan", company_key: "duka" }))).toEqual(["name"]);
    expect(pairReasons(duka, record({ name_key: "amina hasan", company_key: "duka" }))).toEqual(["near name"]);
    expect(pairReasons(duka, record({ name_key: "brian otieno", company_key: "duka" }))).toEqual([]);
    expect(pairReasons(duka, record({ name_key: "amina hassan", company_key: "soko" }))).toEqual([]);
  });

  test("more reasons are likelier, and a number says more than a name", () => {
    expect(duplicateScore(["phone"])).toBeGreaterThan(duplicateScore(["name"]));
    expect(duplicateScore(["phone", "near name"])).toBeGreaterThan(duplicateScore(["phone"]));
    expect(duplicateScore(["name"])).toBeGreaterThan(duplicateScore(["near name"]));
    expect(duplicateScore(["phone", "email", "name"])).toBe(100);
    expect(duplicateScore([])).toBe(0);
  });
});
