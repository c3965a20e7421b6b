import { describe, expect, test } from "vitest";
import { chooseProduct, chosenIssues, nothingChosen, tickIssue, tickOther } from "../../rules/issue-drawer";

const chosen = chooseProduct(nothingChosen, "2");

describe("the issue drawer's states (states.tsv)", () => {
  test("Other is ticked: ticked issues are cleared", () => {
    const ticked = tickIssue(chosen, "Delayed delivery", true);
    expect(tickOther(ticked, true)).toMatchObject({ issues: [], other: true });
  });

  test("an issue is ticked: Other is unticked, and the words typed for it are kept", () => {
    const other = { ...tickOther(chosen, true), description: "It is slow" };
    expect(tickIssue(other, "Delayed delivery", true)).toMatchObject({
      issues: ["Delayed delivery"],
      other: false,
      description: "It is slow",
    });
  });

  test("the product is changed: ticked issues are cleared", () => {
    const ticked = tickIssue(chosen, "Delayed delivery", true);
    expect(chooseProduct(ticked, "3")).toMatchObject({ product: "3", issues: [], other: false });
    expect(chooseProduct(ticked, "2")).toBe(ticked);
  });

  test("unticking takes only that one out", () => {
    const two = tickIssue(tickIssue(chosen, "Delayed delivery", true), "Resource overcharging", true);
    expect(tickIssue(two, "Delayed delivery", false).issues).toEqual(["Resource overcharging"]);
    expect(tickOther(two, false).issues).toHaveLength(2);
  });
});

describe("what is reported", () => {
  test("each ticked issue is one", () => {
    const two = tickIssue(tickIssue(chosen, "Delayed delivery", true), "Resource overcharging", true);
    expect(chosenIssues(two)).toEqual({ issues: ["Delayed delivery", "Resource overcharging"] });
  });

  test("Other is its description", () => {
    expect(chosenIssues({ ...tickOther(chosen, true), description: " No receipts since noon\n" })).toEqual({
      issues: ["No receipts since noon"],
    });
  });

  test.each([
    ["no product", nothingChosen, "product"],
    ["nothing ticked", chosen, "issues"],
    ["Other without a description", tickOther(chosen, true), "description"],
    ["both, as a form without script can send", { ...chosen, issues: ["Delayed delivery"], other: true }, "issues"],
  ] as const)("%s is refused in words", (_, choice, missing) => {
    expect(chosenIssues(choice)).toMatchObject({ missing });
  });
});
