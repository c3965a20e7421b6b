import { expect, test } from "vitest";
import { compares } from "../../../rules/survey/conditions";
import { askingHint, breakOffReasons, declinedText, endsInterview, mayDecline } from "../../../rules/survey/interviews";
import { pipedText } from "../../../rules/survey/piping";
import { graphOf, questionOf } from "./graph-of";

test.each([
  ["text", false, true],
  ["text", true, false],
  ["nps", false, true],
  ["consent", false, false],
  ["statement", false, false],
] as const)("a question of the type %s that is required: %s may be declined: %s", (type, required, allowed) => {
  expect(mayDecline({ type, required })).toBe(allowed);
});

test("a refusal has words of its own, and is no answer to conditions and references", () => {
  const refused = { kind: "skipped", why: "refused" } as const;
  expect(declinedText(refused)).toBe("Refused to answer");
  expect(declinedText({ kind: "skipped" })).toBeUndefined();
  expect(compares(refused, "is empty", "")).toBe(true);
  expect(compares(refused, "equals", "refused")).toBe(false);
  const graph = graphOf([{ type: "text", name: "who", required: false }, { type: "text" }]);
  const [first] = graph.questions;
  expect(pipedText(graph, { en: "Thanks {{who}}." }, new Map([[first?.id ?? 0, refused]]), "en")).toBe("Thanks.");
});

test("two of the reasons end the response", () => {
  expect(breakOffReasons.filter(endsInterview)).toEqual(["refusal", "wrong person"]);
});

test("an interviewer reads what can be answered", () => {
  expect(askingHint(questionOf({ type: "nps" }))).toBe("A number from 0 (lowest) to 10 (highest).");
  expect(askingHint(questionOf({ type: "number", min: 1, max: null }))).toBe("A number, at least 1.");
  expect(askingHint(questionOf({ type: "number", min: null, max: 9 }))).toBe("A number, at most 9.");
  expect(askingHint(questionOf({ type: "number", min: 1, max: 9 }))).toBe("A number from 1 to 9.");
  expect(askingHint(questionOf({ type: "single" }))).toContain("One answer.");
});
