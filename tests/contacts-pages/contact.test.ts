import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { memberColumns, memberList } from "../../app/contacts/contact-group.details.list";
import { ContactFields, mergeFieldValues } from "../../app/contacts/groups/contact-form";
import { NewGroupForm } from "../../app/contacts/groups/group-form";
import { packed, unpacked } from "../../app/contacts/groups/taken";
import { fieldName } from "../../rules/merge";

function errors(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseWithZod(form, { schema: ContactFields }).reply().error ?? {};
}

describe("the contact form", () => {
  it("takes a number as people write it, and says in words why it takes another not", () => {
    expect(errors({ phone: "0712 345 678" })).toEqual({});
    expect(errors({ phone: "O712345678" })).toEqual({
      phone: ["This cannot be used as a phone number: letters in the number."],
    });
    expect(errors({ name: "Asha" })).toEqual({ phone: ["Enter a phone number, such as 0712 345 678."] });
    expect(errors({ email: "asha@example.com" })).toEqual({});
    expect(errors({ phone: "0712345678", email: "asha@" }).email?.[0]).toMatch(/^Enter an email address/);
  });

  it("wants a name for a merge field that has a value, and nothing for one that has none", () => {
    const pair = { "fields[0].name": "", "fields[0].value": "LN-1" };
    expect(errors({ phone: "0712345678", ...pair })).toHaveProperty("fields[0].name");
    expect(errors({ phone: "0712345678", "fields[0].name": "loan_no", "fields[0].value": "" })).toEqual({});
  });

  it("keeps the names the group knows and makes new ones fit for a message", () => {
    const pairs = [
      { name: "Odd Name", value: "a" },
      { name: "Branch code", value: " KSM " },
      { name: "empty", value: " " },
    ];
    expect(mergeFieldValues(pairs, ["Odd Name"])).toEqual({ "Odd Name": "a", branch_code: "KSM" });
  });
});

test("a group without a name is asked for one", () => {
  expect(parseWithZod(new FormData(), { schema: NewGroupForm }).reply().error).toEqual({
    name: ["Give the group a name."],
  });
});

describe("a contact taken out", () => {
  it("comes back as it was, whatever its fields say", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 50 }),
        // The names that a field can have: what is made of any heading.
        fc.dictionary(
          fc
            .string({ minLength: 1, maxLength: 20 })
            .map(fieldName)
            .filter((name) => name !== ""),
          fc.string({ maxLength: 50 }),
        ),
        (name, fields) => {
          const back = unpacked(packed({ msisdn: "+254712345678", email: null, name, fields }));
          expect(back).toEqual({ phone: "+254712345678", email: "", name: name.trim(), fields: { ...fields } });
        },
      ),
    );
  });

  it("is no contact when the field was tampered with", () => {
    for (const text of ["", "{", "[]", '{"phone":1}', '{"phone":"","admin":true}'])
      expect(unpacked(text)).toBeUndefined();
  });
});

describe("the list of a group", () => {
  it("exports each merge field as a column after the person", () => {
    const contact = {
      contact_id: 1,
      msisdn: "+254712345678",
      email: null,
      name: "Asha",
      fields: { "2024": "x" },
      blacklisted: true,
      added_at: "",
    };
    const columns = memberColumns({ type: "sms", field_names: ["2024"] });
    expect(columns.map(({ label, heading }) => heading ?? label)).toEqual([
      "Name",
      "Phone",
      "Email",
      "2024",
      "Blacklisted",
      "Added",
    ]);
    expect(columns.map(({ value }) => value?.(contact))).toEqual(["Asha", "+254712345678", null, "x", "yes", ""]);
  });

  it("is found again under a drawer, on the same page with the same search", () => {
    expect(memberList("?id=5&q=asha&page=2&after=x&contact=9&_routes=y")).toBe(
      "/contacts/contact-group/details?id=5&q=asha&page=2&after=x",
    );
  });
});
