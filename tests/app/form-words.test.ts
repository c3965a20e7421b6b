import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { CategoryForm } from "../../app/chat/channels/webchat-form";
import { StageFields } from "../../app/crm/settings/stage-drawer";
import { DetailsForm } from "../../app/ticketing/ticket/details.server";
import { BlockShape } from "../../services/email/contract.schemas";
import { RetentionForm } from "../../services/identity/contract.privacy";

type Case = [what: string, form: z.ZodType, typed: Record<string, string>, errors: Record<string, string[]>];

describe("what people type is refused in our own words", () => {
  test.each<Case>([
    [
      "a category of FAQs without a name",
      CategoryForm,
      { name: "", rank: "" },
      { name: ["Give the category a name."] },
    ],
    ["an item without a name", DetailsForm, { intent: "add item", name: "" }, { name: ["Name the item."] }],
    ["words for the place of a category", CategoryForm, { name: "A", rank: "x" }, { rank: ["Enter a number."] }],
    [
      "words for months",
      RetentionForm,
      { messages_months: "twelve" },
      { messages_months: ["Enter a number of months, or nothing to keep it."] },
    ],
    [
      "words for the days of a stage",
      StageFields,
      { name: "New", category: "working", probability: "10", rot_days: "ten" },
      { rot_days: ["Enter whole days."] },
    ],
  ])("%s", (_, form, typed, errors) => {
    const posted = new FormData();
    for (const [name, value] of Object.entries(typed)) posted.set(name, value);
    expect(parseWithZod(posted, { schema: form }).reply().error).toEqual(errors);
  });
});

test("texts of an email's blocks that are too long are refused in our own words", () => {
  const refusal = (block: object) =>
    BlockShape.safeParse(block).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  expect(refusal({ kind: "picture", alt: "x".repeat(301) })).toEqual(["alt: At most 300 characters."]);
  expect(refusal({ kind: "button", label: "x".repeat(101) })).toEqual(["label: At most 100 characters."]);
});
