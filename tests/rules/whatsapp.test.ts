import { describe, expect, test } from "vitest";
import { headerFileFault } from "../../rules/whatsapp/header-files";
import { dailyLimit, dayMs, qualityOfEvent, roomAt, roomLeft } from "../../rules/whatsapp/numbers";
import { priceFrom, templateCents } from "../../rules/whatsapp/prices";
import {
  componentsWithSamples,
  headerFormat,
  parseTemplateState,
  reasonWords,
  renderedText,
  renderTemplate,
  sendComponents,
  templateFaults,
  templateVariables,
  unsupported,
  whyUnusable,
  withoutSampleFiles,
} from "../../rules/whatsapp/templates";

const components = [
  { type: "HEADER", format: "TEXT", text: "Order {{1}}" },
  { type: "BODY", text: "Hello {{1}}, your order {{2}} is ready, {{1}}." },
  { type: "FOOTER", text: "Savanna" },
  { type: "BUTTONS", buttons: [{ type: "URL", text: "Track", url: "https://s.test/{{1}}" }] },
];
const values = { "header.1": "A1", "body.1": "Amina", "body.2": "A1", "button0.1": "x" };

describe("a template", () => {
  test("names each variable once with its place, and is rendered with the values it has", () => {
    expect(templateVariables(components).map(({ key }) => key)).toEqual(["header.1", "body.1", "body.2", "button0.1"]);
    expect(renderedText(renderTemplate(components, values))).toBe(
      "Order A1\n\nHello Amina, your order A1 is ready, Amina.\n\nSavanna\n\n[Track]",
    );
    expect(renderTemplate(components, {}).body).toContain("{{1}}");
  });

  test("is sent part by part, a value on one line, names by name", () => {
    expect(sendComponents(components, { ...values, "body.1": " Amina\n\tJuma   O " })).toEqual([
      { type: "header", parameters: [{ type: "text", text: "A1" }] },
      {
        type: "body",
        parameters: [
          { type: "text", text: "Amina Juma O" },
          { type: "text", text: "A1" },
        ],
      },
      { type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: "x" }] },
    ]);
    expect(sendComponents([{ type: "BODY", text: "Hi {{customer}}!" }], { "body.customer": "Amina" })).toEqual([
      { type: "body", parameters: [{ type: "text", text: "Amina", parameter_name: "customer" }] },
    ]);
    expect(sendComponents([{ type: "BODY", text: "No variables." }], {})).toEqual([]);
  });

  test.each([
    ["{{1}} hello there my good friend", "begins or ends"],
    ["Hello my good friend {{1}}", "begins or ends"],
    ["Hello {{2}} my friend, welcome", "from 1"],
    ["Hello {{name}} my friend, welcome", "Number"],
    ["Hello {{1} my friend, welcome", "two braces"],
    ["Hi {{1}} and {{2}} ok", "so few words"],
  ])("%s is refused", (body, words) => {
    const given = { header_format: "TEXT" as const, header: "", body, footer: "", buttons: [], samples: {} };
    expect(templateFaults(given).body).toContain(words);
  });

  test("is handed in with a sample for every variable", () => {
    const written = { header: "Order {{1}}", body: "Hello {{1}}, it is on its way to you.", footer: "", buttons: [] };
    const text = { ...written, header_format: "TEXT" as const };
    expect(Object.keys(templateFaults({ ...text, samples: {} }))).toEqual(["samples.header.1", "samples.body.1"]);
    expect(templateFaults({ ...text, samples: { "header.1": "A1", "body.1": "Amina" } })).toEqual({});
    expect(componentsWithSamples(text, { "header.1": "A1", "body.1": "Amina" })).toEqual([
      { type: "HEADER", format: "TEXT", text: "Order {{1}}", example: { header_text: ["A1"] } },
      { type: "BODY", text: text.body, example: { body_text: [["Amina"]] } },
    ]);
  });

  test.each([
    ["IMAGE", "picture", { type: "image", image: { link: "https://savanna.test/a.png" } }],
    ["VIDEO", "video", { type: "video", video: { link: "https://savanna.test/a.png" } }],
    ["DOCUMENT", "document", { type: "document", document: { link: "https://savanna.test/a.png", filename: "a.png" } }],
  ])("with a file in its header is sent with the address of one: %s", (format, name, parameter) => {
    const parts = [
      { type: "HEADER", format },
      { type: "BODY", text: "Hello {{1}}, here it is." },
    ];
    expect(unsupported(parts)).toBeUndefined();
    expect([headerFormat(parts), headerFormat(components)]).toEqual([format, undefined]);
    expect(templateVariables(parts)).toMatchObject([
      { key: "header.media", name, label: `Link to the ${name} of the header` },
      { key: "body.1", label: "{{1}} in the text" },
    ]);
    const values = { "header.media": "https://savanna.test/a.png", "body.1": "Amina" };
    expect(sendComponents(parts, values)).toEqual([
      { type: "header", parameters: [parameter] },
      { type: "body", parameters: [{ type: "text", text: "Amina" }] },
    ]);
    expect(renderTemplate(parts, values).header).toContain("https://savanna.test/a.png");
    // A file that WhatsApp has is named by its ID; the address of one goes before it.
    const file = { id: "1001", name: "Prices.pdf" };
    const type = format.toLowerCase();
    const named = { id: "1001", ...(format === "DOCUMENT" ? { filename: "Prices.pdf" } : {}) };
    expect(sendComponents(parts, { "body.1": "Amina" }, file)[0]).toEqual({
      ...{ type: "header", parameters: [{ type, [type]: named }] },
    });
    expect(sendComponents(parts, values, file)[0]).toEqual({ type: "header", parameters: [parameter] });
  });

  test("has a text or a file above it, not both", () => {
    const text = { header: "", body: "Hello, here it is.", footer: "", buttons: [], samples: {} };
    expect(templateFaults({ ...text, header_format: "IMAGE" })).toEqual({});
    expect(Object.keys(templateFaults({ ...text, header_format: "IMAGE", header: "New" }))).toEqual(["header"]);
    expect(componentsWithSamples({ ...text, header_format: "DOCUMENT" }, {})[0]).toEqual({
      ...{ type: "HEADER", format: "DOCUMENT" },
    });
  });

  test("is kept without the address of its sample, which is another each time", () => {
    const header_handle = ["https://scontent.whatsapp.test/v/1?oe=2"];
    const body = { type: "BODY", text: "Hello {{1}}", example: { body_text: [["Amina"]] } };
    expect(withoutSampleFiles([{ type: "HEADER", format: "IMAGE", example: { header_handle } }, body])).toEqual([
      { type: "HEADER", format: "IMAGE" },
      body,
    ]);
  });

  test.each([
    ["IMAGE", "image/png", 5_242_880, true],
    ["IMAGE", "image/jpeg", 5_242_881, false],
    ["IMAGE", "image/webp", 100, false],
    ["DOCUMENT", "application/pdf", 16_777_216, true],
    ["DOCUMENT", "image/png", 100, false],
    ["VIDEO", "video/mp4", 16_777_217, false],
    ["VIDEO", "video/mp4", 16_777_216, true],
  ] as const)("takes in a header of the kind %s a file %s of %i bytes: %s", (format, type, bytes, taken) => {
    expect(headerFileFault(format, { type, bytes }) === undefined).toBe(taken);
  });

  test("says why it can't be used", () => {
    expect(whyUnusable({ status: "approved", reason: "", components })).toBeUndefined();
    expect(whyUnusable({ status: "paused", reason: "First pause.", components })).toContain("paused");
    expect(unsupported([{ type: "HEADER", format: "LOCATION" }])).toContain("location");
    expect(unsupported([{ type: "CAROUSEL" }])).toContain("carousel");
    expect([
      parseTemplateState("approved"),
      parseTemplateState("PAUSED"),
      parseTemplateState("IN_APPEAL"),
      parseTemplateState("ODD"),
    ]).toEqual([...["approved", "paused", "pending", undefined]]);
    expect(reasonWords("NONE")).toBe("");
    expect(reasonWords("SCAM")).toContain("fraud");
  });
});

describe("the limit of a moving day", () => {
  const now = 1_000 * dayMs;
  const hours = (many: number) => now - many * 3_600_000;

  test("counts the customers of the last 24 hours", () => {
    expect(roomLeft(3, [hours(25), hours(23), hours(1)], now)).toBe(1);
    expect(roomLeft(null, [hours(1)], now)).toBe(Number.POSITIVE_INFINITY);
    expect(roomLeft(1, [hours(2), hours(1)], now)).toBe(0);
  });

  test("has room again when enough of them are a day old", () => {
    expect(roomAt(2, [hours(23), hours(1)], now)).toBe(hours(23) + dayMs);
    expect(roomAt(1, [hours(23), hours(2), hours(1)], now)).toBe(hours(1) + dayMs);
    expect(roomAt(5, [hours(23)], now)).toBe(now);
  });

  test("is the tier's; what nobody has told of is a new business's", () => {
    expect(["TIER_250", "TIER_1K", "TIER_10K", "", "ODD"].map(dailyLimit)).toEqual([250, 1_000, 10_000, 250, 250]);
    expect(dailyLimit("TIER_UNLIMITED")).toBeNull();
    expect(["FLAGGED", "DOWNGRADE", "UNFLAGGED", "ONBOARDING"].map(qualityOfEvent)).toEqual([
      ...["RED", "RED", "GREEN", undefined],
    ]);
  });
});

test("a price is the country's, else that of all countries", () => {
  const list = [
    { category: "MARKETING", country: "KE", price: 45_000 },
    { category: "MARKETING", country: "abroad", price: 110_000 },
  ] as const;
  expect(priceFrom(list, "MARKETING", "KE")).toBe(45_000);
  expect(priceFrom(list, "MARKETING", "DE")).toBe(110_000);
  expect(priceFrom(list, "UTILITY", "KE")).toBe(0);
  expect(templateCents(list, "MARKETING", "+254711220001")).toBe(450);
  expect(templateCents(list, "MARKETING", "+4915112345678")).toBe(1_100);
  // Of a customer without a number the country is not known.
  expect(templateCents(list, "MARKETING", null)).toBe(1_100);
  expect(templateCents(list, "UTILITY", "+254711220001")).toBe(0);
});
