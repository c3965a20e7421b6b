import { expect, test } from "vitest";
import { readEvents } from "../../services/connectors/whatsapp.events";

const event = (field: string, value: object) => ({
  object: "whatsapp_business_account",
  entry: [{ id: "102290129340398", changes: [{ field, value }] }],
});
const template = {
  ...{ message_template_id: 880001, message_template_name: "weekend_offer", message_template_language: "en" },
};

test("what Meta decides about a template is read with its reason, that of a pause from beside it", () => {
  const paused = {
    ...template,
    event: "PAUSED",
    reason: "NONE",
    other_info: { title: "FIRST_PAUSE", description: "" },
  };
  expect(readEvents(event("message_template_status_update", paused))).toEqual({
    faults: [],
    items: [
      {
        number: "",
        item: {
          ...{ kind: "business", business: "102290129340398" },
          news: {
            ...{ about: "template", id: "880001", name: "weekend_offer", language: "en" },
            ...{ status: "PAUSED", reason: "FIRST_PAUSE" },
          },
        },
      },
    ],
  });
  const rejected = { ...template, event: "REJECTED", reason: "INVALID_FORMAT" };
  const [one] = readEvents(event("message_template_status_update", rejected)).items;
  expect(one?.item).toMatchObject({ news: { status: "REJECTED", reason: "INVALID_FORMAT" } });
});

test("the quality of a template, its category and the standing of a number are news too", () => {
  const read = (field: string, value: object) => readEvents(event(field, value)).items[0]?.item;
  expect(read("message_template_quality_update", { ...template, new_quality_score: "RED" })).toMatchObject({
    news: { about: "template quality", id: "880001", quality: "RED" },
  });
  expect(read("template_category_update", { ...template, new_category: "MARKETING" })).toMatchObject({
    news: { about: "template category", category: "MARKETING" },
  });
  const number = { display_phone_number: "254709000100", event: "FLAGGED", current_limit: "TIER_1K" };
  expect(read("phone_number_quality_update", number)).toMatchObject({
    news: { about: "number", shown: "254709000100", event: "FLAGGED", limit: "TIER_1K" },
  });
});

test.each([
  ["message_template_status_update", { event: "APPROVED" }],
  ["message_template_status_update", { ...template }],
  ["phone_number_quality_update", { event: 7 }],
  ["some_new_field", { ...template, event: "APPROVED" }],
])("%s without what is needed is no news, and no fault of the others", (field, value) => {
  expect(readEvents(event(field, value))).toEqual({ items: [], faults: [] });
});
