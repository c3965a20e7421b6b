import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, it, test } from "vitest";
import { choicesFor, fileGroupName, importStart, MatchForm, previewRow } from "../../app/contacts/imports/mapping";
import { Mapping } from "../../services/messaging/contract.imports";

function posted(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseWithZod(form, { schema: MatchForm });
}
function errors(fields: Record<string, string>) {
  return posted(fields).reply().error ?? {};
}
const good = {
  "columns[0]": "phone",
  "columns[1]": "field:loan_no",
  "columns[2]": "ignore",
  into: "new",
  group_name: "Borrowers",
};

describe("matching the columns", () => {
  it("becomes the call that starts the import, into a new group or an old one", () => {
    const fresh = posted(good);
    expect(fresh.status === "success" && importStart(fresh.value)).toEqual({
      mapping: { 0: "phone", 1: "field:loan_no", 2: "ignore" },
      group_name: "Borrowers",
    });
    const old = posted({ ...good, into: "old", group_id: "7" });
    expect(old.status === "success" && importStart(old.value)).toMatchObject({ group_id: 7 });
    expect(old.status === "success" && "group_name" in importStart(old.value)).toBe(false);
  });

  it("needs a phone number, a group, and each use once; the words stand at the field", () => {
    expect(errors({ ...good, "columns[0]": "name" })).toEqual({
      columns: ["Choose the column with the phone numbers, or with the email addresses."],
    });
    expect(errors({ ...good, "columns[2]": "phone" })["columns[2]"]?.[0]).toContain("Column 1 is used as this already");
    expect(errors({ ...good, "columns[2]": "field:loan_no" })["columns[2]"]?.[0]).toContain("Column 2");
    expect(errors({ ...good, group_name: " " })).toEqual({ group_name: ["Give the group a name."] });
    expect(errors({ ...good, into: "old" })).toEqual({ group_id: ["Choose a group."] });
  });

  it("may leave out as many columns as one likes", () => {
    expect(errors({ ...good, "columns[1]": "ignore" })).toEqual({});
  });

  it.each(["", "Phone", "Amount Due (KES)", "***", "first name", "email"])(
    "offers for %j only uses that the call takes",
    (name) => {
      for (const { value } of choicesFor({ name, guess: "ignore", samples: [] }, 3))
        expect(Mapping.safeParse({ 0: "phone", 3: value }).success, value).toBe(true);
    },
  );

  it("offers the merge field that the file was guessed to hold, never one that every contact has", () => {
    const fields = (name: string, guess: string) =>
      choicesFor({ name, guess, samples: [] }, 1)
        .map(({ value }) => value)
        .filter((value) => value.startsWith("field:"));
    expect(fields("Amount Due (KES)", "field:amount_due_kes")).toEqual(["field:amount_due_kes"]);
    expect(fields("Phone", "phone")).toEqual(["field:phone_2"]);
    expect(fields("", "ignore")).toEqual(["field:column_2"]);
  });
});

describe("how a row will read", () => {
  it("shows the number as it will be dialled, the name and the fields", () => {
    const read = previewRow(
      ["Asha", "0712 345 678", "Otieno", " 12,450 "],
      ["first_name", "phone", "last_name", "field:balance"],
    );
    expect(read).toMatchObject({
      phone: { ok: true, e164: "+254712345678" },
      name: "Asha Otieno",
      fields: { balance: "12,450" },
    });
  });

  it("says why a row will be refused, and that a number is missing altogether", () => {
    expect(previewRow(["020 1234567"], ["phone"]).phone).toEqual({
      ok: false,
      reason: "a landline, which cannot receive SMS",
    });
    expect(previewRow(["Asha"], ["name"]).phone).toMatchObject({ ok: false });
  });
});

test.each([
  ["borrowers_nairobi (2).csv", "Borrowers nairobi"],
  ["Wateja-wote.xlsx", "Wateja wote"],
  ["no ending", "No ending"],
  [".csv", ""],
])("the file %s suggests the group %s", (file, group) => expect(fileGroupName(file)).toBe(group));
