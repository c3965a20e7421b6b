import { expect, test } from "vitest";
import type { FieldDefinition } from "../../rules/crm-fields";
import {
  needsRescoring,
  type ScoredRecord,
  type ScoreRule,
  sayRule,
  scoreParts,
  sumScore,
} from "../../rules/crm-score";

const today = "2026-11-28";
const record: ScoredRecord = {
  ...{ kind: "lead", name: "Amina", company: "", phone: "", email: "", source: "", value: null, custom: {} },
  ...{ stage: "New", category: "new", created: "2026-10-29", active: "2026-11-18", wrote: "" },
};
const rule = (form: Partial<ScoreRule>): ScoreRule => ({
  ...{ id: 1, property: "active", operator: "is in the last days", value: "30", points: 30, fades: false },
  ...form,
});
const score = (form: Partial<ScoreRule>, more: Partial<ScoredRecord> = {}) =>
  sumScore([rule(form)], { ...record, ...more }, today);

test("a rule about days counts them from today", () => {
  expect(score({ value: "10" })).toBe(30);
  expect(score({ value: "9" })).toBe(0);
  expect(score({ property: "created", operator: "is more than days ago", value: "29", points: -5 })).toBe(-5);
  expect(score({ property: "created", operator: "is more than days ago", value: "30", points: -5 })).toBe(0);
});

test("who never wrote matches no number of days, and can be asked for", () => {
  expect(score({ property: "wrote" })).toBe(0);
  expect(score({ property: "wrote", operator: "is more than days ago" })).toBe(0);
  expect(score({ property: "wrote", operator: "is empty", value: "" })).toBe(30);
  expect(score({ property: "wrote", operator: "is set", value: "" }, { wrote: today })).toBe(30);
});

test("points that fade become fewer with each day, and the listed parts are the sum", () => {
  expect(score({ fades: true }, { active: today })).toBe(30);
  expect(score({ fades: true })).toBe(20);
  expect(score({ fades: true }, { active: "2026-10-29" })).toBe(0);
  expect(score({ fades: true, points: -30 })).toBe(-20);
  const parts = scoreParts([rule({ fades: true }), rule({ id: 2, fades: true, value: "10" })], record, today);
  expect(parts).toEqual([{ rule: 1, points: 20 }]);
});

test("points for the day of a custom field fade too", () => {
  const field = {
    id: 7,
    kind: "lead",
    name: "Visited",
    type: "date",
    archived: false,
    choices: [],
  } as unknown as FieldDefinition;
  const form = { property: "custom.7", fades: true, field } as const;
  expect(score(form, { custom: { 7: "2026-11-13" } })).toBe(15);
  expect(score(form)).toBe(0);
});

test("rules about days say what they look at", () => {
  expect(sayRule(rule({ fades: true }))).toBe("Last activity is in the last 30 days, fading");
  expect(sayRule(rule({ property: "created", operator: "is more than days ago", value: "1" }))).toBe(
    "Date added is more than 1 day ago",
  );
  expect(sayRule(rule({ property: "wrote", operator: "is empty", value: "" }))).toBe(
    "Last message from the customer is empty",
  );
});

test("what depends on days, or on what customers write, is scored although no record changes", () => {
  expect(needsRescoring({ property: "active", operator: "is more than days ago" })).toBe(true);
  expect(needsRescoring({ property: "wrote", operator: "is set" })).toBe(true);
  expect(needsRescoring({ property: "source", operator: "is set" })).toBe(false);
});
