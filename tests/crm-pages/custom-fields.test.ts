import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import * as merge from "../../app/crm/duplicates/merge-choice";
import { readMergeChoice } from "../../app/crm/duplicates/merge-choice";
import { customColumns, customFilters } from "../../app/crm/fields/custom-list";
import { atChoices, FieldChangeForm, fieldChange } from "../../app/crm/fields/field-form";
import { RecordFields, recordBody } from "../../app/crm/record/record-form";
import { leads } from "../../app/crm/record/records.list";
import { parseSearch } from "../../app/kit/list";
import type { FieldDefinition, FieldType } from "../../rules/crm-fields";
import type { CrmRecord } from "../../services/crm/contract.records";

function field(id: number, type: FieldType, name: string): FieldDefinition {
  const choices = type === "choice" ? [{ id: 1, label: "Coast", archived: false }] : [];
  const asked = { required: false, unique: false, help: "", archived: false };
  return { id, kind: "lead", name, type, currency: "KES", choices, ...asked };
}

const fields = [field(12, "choice", "Region"), field(14, "money", "Budget"), field(15, "date", "Renewal")];

function posted(entries: [string, string][]) {
  const form = new FormData();
  for (const [name, value] of [["name", "Amina"], ...entries] as [string, string][]) form.append(name, value);
  const { status, value } = parseWithZod(form, { schema: RecordFields }) as {
    status?: string;
    value: Parameters<typeof recordBody>[0];
  };
  expect(status).toBe("success");
  return recordBody(value).custom;
}

test("a form empties the custom fields that it shows and leaves the others alone", () => {
  expect(posted([])).toEqual({});
  expect(
    posted([
      ["custom_shown", "12,14,15,16"],
      ["custom.12", "Coast"],
      ["custom.14", ""],
      ["custom.15", "2026-11-25"],
      ["custom.99", "not shown"],
    ]),
  ).toEqual({ 12: "Coast", 14: null, 15: "2026-11-25", 16: null });
  const several: [string, string][] = [
    ["custom_shown", "16"],
    ["custom.16", "A"],
    ["custom.16", "B"],
  ];
  expect(posted(several)).toEqual({ 16: ["A", "B"] });
});

test("the filters of custom fields stay in the address of a list", () => {
  const search = parseSearch(leads, new URL("https://x.test/crm/leads?f12=1&f15-from=2026-01-01&page=2"));
  expect(search).toMatchObject({ f12: "1", "f15-from": "2026-01-01", page: 2 });
  expect(customFilters(fields).map(({ name, kind }) => `${name} ${kind ?? "choice"}`)).toEqual([
    "f12 choice",
    "f14-from text",
    "f14-to text",
    "f15-from date",
    "f15-to date",
  ]);
});

test("files have amounts as numbers, with the currency in their heading", () => {
  const row = { custom: { 12: 1, 14: 1_250_050 } } as unknown as CrmRecord;
  const columns = customColumns(fields);
  expect(columns.map(({ heading, label }) => heading ?? label)).toEqual(["Region", "Budget (KES)", "Renewal"]);
  expect(columns.map(({ value }) => value?.(row))).toEqual(["Coast", 12_500.5, null]);
  expect(columns.every(({ extra }) => extra)).toBe(true);
});

test("a merge chooses custom fields one by one, and takes what only the other says", () => {
  const record = (id: number, custom: object) => ({ id, name: "Twin", company: "", phone: "", email: "", custom });
  const records = [record(1, { 12: 1 }), record(2, { 14: 500 })] as unknown as CrmRecord[];
  const versions = "first_version=1&second_version=2";
  const body = (search: string) =>
    merge.mergeBody(readMergeChoice(new URLSearchParams(`${versions}&${search}`)), { records }, fields);
  expect(merge.mergeRows(fields, records).map(({ label }) => label)).not.toContain("Renewal");
  expect(body("")?.take).toEqual(["custom.14"]);
  expect(body("custom.12=second&custom.14=first")?.take).toEqual(["custom.12"]);
});

test("a choice that is emptied goes, and new ones come after those that are there", () => {
  const form = new FormData();
  const entries = {
    intent: "save",
    name: "Region",
    "kept[0].id": "1",
    "kept[0].label": "",
    "kept[1].id": "2",
    "kept[1].label": "Rift",
    choices: "Coast\n\n Western ",
  };
  for (const [name, value] of Object.entries(entries)) form.append(name, value);
  const submission = parseWithZod(form, { schema: FieldChangeForm });
  if (submission.status !== "success" || submission.value.intent !== "save") throw new Error("refused");
  expect(fieldChange(submission.value)).toEqual({
    ...{ name: "Region", help: "", required: false, unique: false },
    choices: [{ id: 2, label: "Rift" }, { label: "Coast" }, { label: "Western" }],
  });
  expect(atChoices({ name: ["x"], "choices.0.label": ["Too long."] })).toEqual({ name: ["x"], choices: ["Too long."] });
});
