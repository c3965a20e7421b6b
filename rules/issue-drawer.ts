/**
 * What is chosen in the issue drawer (spec 1 §4, R058): predefined issues of one product, or Other with a description,
 * never both. `product` is empty until one is chosen.
 */
export type IssueChoice = { product: string; issues: readonly string[]; other: boolean; description: string };

export const nothingChosen: IssueChoice = { product: "", issues: [], other: false, description: "" };

/** Another product clears the ticks; what was described stays. */
export function chooseProduct(choice: IssueChoice, product: string): IssueChoice {
  return product === choice.product ? choice : { ...choice, product, issues: [], other: false };
}

/** Ticking an issue unticks Other. */
export function tickIssue(choice: IssueChoice, issue: string, on: boolean): IssueChoice {
  const others = choice.issues.filter((ticked) => ticked !== issue);
  return { ...choice, issues: on ? [...others, issue] : others, other: on ? false : choice.other };
}

/** Ticking Other clears the ticked issues. */
export function tickOther(choice: IssueChoice, on: boolean): IssueChoice {
  return { ...choice, issues: on ? [] : choice.issues, other: on };
}

/** The texts that become a ticket each (R060), or what is missing, in words. */
export function chosenIssues(
  choice: IssueChoice,
): { issues: string[] } | { missing: keyof IssueChoice; words: string } {
  const description = choice.description.trim();
  if (choice.product === "") return { missing: "product", words: "Choose a product." };
  if (choice.other && choice.issues.length > 0)
    return { missing: "issues", words: "Select issues from the list or Other, not both." };
  if (choice.other)
    return description ? { issues: [description] } : { missing: "description", words: "Describe the issue." };
  return choice.issues.length > 0
    ? { issues: [...choice.issues] }
    : { missing: "issues", words: "Select at least one issue, or Other." };
}
