import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { LastPost } from "../../app/kit/refused-post";
import {
  actionRows,
  conditionRows,
  ruleBody,
  typedFromRule,
  typedRule,
} from "../../app/ticketing/automations/rule-form";
import type { Automation } from "../../services/ticketing/contract.automations";

const rule: Automation = {
  id: 7,
  name: "Urgent to Deliveries",
  event: "created",
  match: "any",
  conditions: [
    { field: "priority", operator: "at least", value: "4" },
    { field: "subject", operator: "contains", value: "delivery 4" },
    { field: "member", operator: "is empty", value: "" },
  ],
  actions: [
    { kind: "set", field: "stage", value: "12" },
    { kind: "assign", to: "least busy of group", id: "3" },
    { kind: "assign", to: "member", id: "4" },
    { kind: "notify", to: "person", id: "4", words: "Look" },
    { kind: "notify", to: "supervisors", id: "", words: "" },
    { kind: "email", to: "address", address: "a@b.test", subject: "Late", words: "Sorry" },
    { kind: "webhook", url: "https://example.test/hook" },
    { kind: "note", words: "Seen" },
  ],
  enabled: true,
  rank: 1,
  runs: 0,
  last_run_at: null,
};

/** The answer to the form of a rule that was posted as a browser sends it. */
function sent(given: Automation): LastPost {
  const form = new FormData();
  const { conditions, actions, ...texts } = typedFromRule(given);
  for (const [name, value] of Object.entries(texts)) form.set(name, value === true ? "on" : String(value));
  for (const [list, rows] of Object.entries({ conditions, actions }))
    for (const [at, row] of rows.entries())
      for (const [name, value] of Object.entries(row)) form.set(`${list}[${at}].${name}`, value);
  return { reply: parseWithZod(form, { schema: z.object({}) }).reply() };
}

describe("the form of an automation", () => {
  test("a rule that is opened and saved without a change stays what it was", () => {
    const { id, rank, runs, last_run_at, ...kept } = rule;
    expect(ruleBody(typedRule(sent(rule)))).toEqual(kept);
  });

  test("there is always a free row, and no more rows than a rule may have", () => {
    expect([conditionRows(typedFromRule(null)), actionRows(typedFromRule(null))]).toEqual([2, 2]);
    expect([conditionRows(typedFromRule(rule)), actionRows(typedFromRule(rule))]).toEqual([4, 9]);
  });

  test("a choice that belongs to another field is no value of this one", () => {
    const typed = typedFromRule(null);
    const conditions = [{ field: "stage", operator: "is", value: "priority 5", text: "" }];
    expect(ruleBody({ ...typed, conditions }).conditions).toEqual([{ field: "stage", operator: "is", value: "" }]);
  });
});
