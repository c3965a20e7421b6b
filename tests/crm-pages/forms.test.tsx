import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { atFields, LeadFormFields, leadFormBody, newForm } from "../../app/crm/forms/form-fields";
import { LeadFormForm } from "../../app/crm/forms/lead-form-form";
import { importStart, MatchFields } from "../../app/crm/imports/match-form";
import { LeadFormBody } from "../../services/crm/contract.forms";
import { render } from "../kit-ui/render";

function parsed<S extends z.ZodType>(schema: S, pairs: [string, string][]): z.output<S> {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
  return submission.value as z.output<S>;
}

const held = {
  ...{ ...newForm, name: "Site", manager_ids: ["2"], sites: ["shop.example"] },
  fields: [...newForm.fields, { field: "custom.12" as const, label: "Your budget", required: true }],
};
const own = { kind: "lead", required: false, unique: false, help: "", currency: "KES", choices: [] } as const;
const custom = [
  { ...own, choices: [], id: 12, name: "Budget", type: "money" as const, archived: false },
  { ...own, choices: [], id: 13, name: "Region", type: "text" as const, archived: false },
  { ...own, choices: [], id: 14, name: "Old", type: "text" as const, archived: true },
];

/** The form as it is drawn, and what a browser would send of it. */
async function sentAsDrawn(): Promise<[string, string][]> {
  const html = await render(
    <LeadFormForm
      held={held}
      custom={custom}
      managers={[
        { id: "1", name: "Wanjiku" },
        { id: "2", name: "Otieno" },
      ]}
      last={undefined}
      submitLabel="Save"
      back="/crm/generate"
    />,
  );
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  const inputs = [...html.matchAll(/<input[^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const name = attribute(tag, "name");
    if (name === undefined || (tag.includes('type="checkbox"') && !/\schecked/.test(tag))) return [];
    return [[name, (attribute(tag, "value") ?? "").replaceAll("&#x27;", "'")]];
  });
  const areas = [...html.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)</g)].map(
    ([, name = "", text = ""]): [string, string] => [name, text],
  );
  const selects = [...html.matchAll(/<select[^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/g)].map(
    ([, name = "", options = ""]): [string, string] => [name, /value="([^"]*)" selected/.exec(options)?.[1] ?? ""],
  );
  return [...inputs, ...areas, ...selects];
}

describe("the form of a lead form", () => {
  test("saved as it is drawn is the form that is held", async () => {
    const body = leadFormBody(parsed(LeadFormFields, await sentAsDrawn()), custom);
    expect(LeadFormBody.parse(body)).toEqual({
      ...held,
    });
  });

  test("asks the fields in the order of their places; what is not asked is left out, an empty label is the usual one", () => {
    const pairs: [string, string][] = [
      ["name", "Site"],
      ["title", "Write"],
      ["fields.name.ask", "1"],
      ["fields.name.label", ""],
      ["fields.name.place", "2"],
      ["fields.email.ask", "1"],
      ["fields.email.label", "Mail"],
      ["fields.email.required", "1"],
      ["fields.email.place", "1"],
      ["fields.phone.label", "Phone"],
      ["fields.phone.place", "1"],
      ["custom_fields.13.ask", "1"],
      ["custom_fields.13.label", ""],
      ["custom_fields.13.place", "3"],
      ["custom_fields.99.ask", "1"],
      ["manager_ids", "1"],
      ["manager_ids", "2"],
      ["sites", "shop.example\n\n*.shop.example"],
      ["double_opt_in", "1"],
    ];
    expect(leadFormBody(parsed(LeadFormFields, pairs), custom)).toMatchObject({
      fields: [
        { field: "email", label: "Mail", required: true },
        { field: "name", label: "Your name", required: false },
        { field: "custom.13", label: "Region", required: false },
      ],
      manager_ids: ["1", "2"],
      sites: ["shop.example", "*.shop.example"],
      double_opt_in: true,
      active: false,
    });
  });
});

test("what is wrong with one of several values is said at the field that has them", () => {
  const errors = { "sites.1": ["Not a site."], "sites.2": ["Nor this."], name: ["Enter a name."] };
  expect(atFields(errors)).toEqual({ sites: ["Not a site.", "Nor this."], name: ["Enter a name."] });
});

test("the matched columns are sent by their place, and nobody as a sales manager is nobody", () => {
  const pairs: [string, string][] = [
    ["columns[0]", "name"],
    ["columns[1]", "made up"],
    ["columns[2]", "phone"],
    ["duplicates", "skip"],
    ["sales_manager_id", ""],
  ];
  expect(importStart(parsed(MatchFields, pairs))).toEqual({
    mapping: { 0: "name", 1: "ignore", 2: "phone" },
    duplicates: "skip",
    sales_manager_id: null,
  });
});
