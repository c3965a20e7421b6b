import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  audienceRules,
  type BlastDraft,
  decisions,
  fieldsOnOffer,
  formFields,
  isComplete,
  isSame,
  missingChoices,
  parseDraft,
  toDecide,
} from "../../app/kit/compose/compose";
import { readDecisions, writeDecisions } from "../../app/kit/compose/decisions";
import { draftFrom } from "../../app/kit/compose/start.server";
import { blast, price } from "./price.fixture";

const empty: BlastDraft = {
  key: "key-of-the-page",
  replaces: null,
  group_ids: [],
  numbers: "",
  list_id: null,
  sender: "SAVANNA",
  name: "",
  body: "",
  when: "now",
  date: "2026-11-22",
  time: "08:00",
  missing: [],
  exclude_ids: [],
  quiet_days: "",
  conditions: [],
  every: "",
  until: "",
};

function form(...pairs: [string, string][]): FormData {
  const made = new FormData();
  for (const [name, value] of pairs) made.append(name, value);
  return made;
}

describe("a message while it is written", () => {
  test("the form's fields are read with their rows in order", () => {
    const said = formFields(
      form(
        ["key", "key-of-the-page"],
        ["group_ids", "3"],
        ["group_ids", "7"],
        ["body", "Hi {{town}}"],
        ["when", "later"],
        ["missing[1].field", "town"],
        ["missing[1].choice", "default"],
        ["missing[1].text", "home"],
        ["missing[0].field", "points"],
        ["missing[0].choice", "blank"],
        ["missing[0].text", ""],
      ),
    );
    expect(parseDraft(said, empty)).toEqual({
      ...empty,
      group_ids: [3, 7],
      body: "Hi {{town}}",
      when: "later",
      missing: [
        { field: "points", choice: "blank", text: "" },
        { field: "town", choice: "default", text: "home" },
      ],
    });
  });

  test("a single ticked group arrives as one text, and is a list all the same", () => {
    expect(parseDraft({ group_ids: "3" }, empty).group_ids).toEqual([3]);
  });

  test("whatever is posted makes a draft", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (said) => {
        const draft = parseDraft(said, empty);
        expect(Object.keys(draft).sort()).toEqual(Object.keys(empty).sort());
      }),
    );
  });

  test("it is priced once there is someone, a text and a sender", () => {
    expect(isComplete({ ...empty, group_ids: [1], body: "Hi" }, "bulk")).toBe(true);
    expect(isComplete({ ...empty, group_ids: [1], body: "  " }, "bulk")).toBe(false);
    expect(isComplete({ ...empty, numbers: "0712", body: "Hi" }, "express")).toBe(true);
    expect(isComplete({ ...empty, group_ids: [1], body: "Hi" }, "express")).toBe(false);
    expect(isComplete({ ...empty, group_ids: [1], body: "Hi", sender: "" }, "bulk")).toBe(false);
  });

  test("leaving people out is no decision of its own", () => {
    const skip = { ...empty, missing: [{ field: "town", choice: "skip" as const, text: "" }] };
    expect(isSame(empty, skip)).toBe(true);
    expect(isSame(empty, { ...skip, missing: [{ field: "town", choice: "blank", text: "" }] })).toBe(false);
  });
});

describe("merge fields without a value", () => {
  test("those of the text that someone lacks are asked about, with how many", () => {
    const draft = { ...empty, body: "{{first_name}} {{town}}" };
    const counted = { ...price, missing_fields: [{ field: "town", recipients: 12 }] };
    expect(toDecide(draft, counted)).toEqual([{ row: { field: "town", choice: "skip", text: "" }, without: 12 }]);
  });

  test("a decision stays while its field is in the text, and goes with it", () => {
    const missing = [{ field: "town", choice: "blank" as const, text: "" }];
    expect(toDecide({ ...empty, body: "{{town}}", missing }, undefined)).toHaveLength(1);
    expect(toDecide({ ...empty, body: "Hi", missing }, undefined)).toEqual([]);
  });

  test("the service takes them by field", () => {
    expect(
      decisions([
        { field: "a", choice: "skip", text: "x" },
        { field: "b", choice: "default", text: "friend" },
      ]),
    ).toEqual({ a: "skip", b: { default: "friend" } });
  });

  test("they come back from a Change link as they were", () => {
    const row = fc.record({
      field: fc.string({ minLength: 1, maxLength: 64 }),
      choice: fc.constantFrom(...missingChoices),
      text: fc.string({ maxLength: 100 }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
        const kept = rows.map((one) => (one.choice === "default" ? one : { ...one, text: "" }));
        expect(readDecisions(writeDecisions(rows) ?? null)).toEqual(kept);
      }),
    );
  });

  test.each([null, "", "{", "[1]", "{}", '[["a","odd"]]', '[[1,"skip"]]'])(
    "an odd link %j is no decision",
    (written) => {
      expect(readDecisions(written)).toEqual([]);
    },
  );

  test("on offer are the two names that people are called by, then the groups' own fields, each once, then the rest", () => {
    expect(fieldsOnOffer([{ field_names: ["town", "name"] }, { field_names: ["town", "points"] }])).toEqual([
      "first_name",
      "name",
      "town",
      "points",
      "last_name",
      "phone",
    ]);
  });
});

test("who is left out goes through the form and to the service as it was typed", () => {
  const form = new FormData();
  for (const id of ["3", "4"]) form.append("exclude_ids", id);
  form.set("quiet_days", "7");
  form.set("conditions[0].field", "");
  form.set("conditions[1].field", "balance");
  form.set("conditions[1].is", "above");
  form.set("conditions[1].value", "0");
  const draft = parseDraft(formFields(form), empty);
  const rules = {
    exclude_ids: [3, 4],
    quiet_days: 7,
    conditions: [{ field: "balance", is: "above", value: "0" }],
  };
  expect(audienceRules(draft)).toEqual(rules);
  const blank = { field: "", is: "is", value: "" } as const;
  expect(audienceRules({ ...draft, conditions: [blank, ...draft.conditions] })).toEqual(rules);
  expect(audienceRules({ ...draft, quiet_days: "" })).toMatchObject({ quiet_days: 0 });
});

describe("a message that recurs, written again", () => {
  const recurring = { id: 1, name: "", every: "week", until: "2027-03-01", state: "active" } as const;
  const more = { next_at: null, last_blast: null, trouble: "" };
  const scheduled = { ...blast, status: "scheduled", started_at: null, recurring: { ...recurring, ...more } } as const;
  const written = (given: typeof scheduled & { send_at: string | null }, query: string) =>
    draftFrom(given, {
      ...{ empty, zone: "Africa/Nairobi", now: new Date("2026-11-24T05:00:00Z") },
      url: new URL(`http://jibu.test/sms/bulk?${query}`),
    });
  const first = { ...scheduled, send_at: "2026-12-01T05:00:00.000Z" };

  test("a change of the first keeps its days and takes its place; a copy goes out once", () => {
    expect(written(first, "edit=5")).toMatchObject({ replaces: 5, when: "later", every: "week", until: "2027-03-01" });
    expect(written(first, "copy=5")).toMatchObject({ replaces: null, every: "", until: "" });
  });

  test("a change of one later time changes that one alone: the message recurs without it", () => {
    expect(written({ ...scheduled, send_at: null }, "edit=5")).toMatchObject({ replaces: 5, every: "" });
  });
});
