import { expect, test } from "vitest";
import { BeginForm } from "../../app/whatsapp/broadcasts/begin-form";
import { BroadcastButtons } from "../../app/whatsapp/broadcasts/buttons";
import { DraftView } from "../../app/whatsapp/broadcasts/draft";
import { sayWhereValuesAre } from "../../app/whatsapp/broadcasts/missing-values";
import { ProgressView } from "../../app/whatsapp/broadcasts/progress";
import { buttonErrors, formField, TypedTemplate, toTemplate } from "../../app/whatsapp/templates/template-form";
import type { BroadcastDetail } from "../../services/whatsapp/contract.broadcasts";
import type { WhatsappNumber } from "../../services/whatsapp/contract.numbers";
import { type Template, TemplateForm } from "../../services/whatsapp/contract.templates";
import { render } from "../kit-ui/render";

const text = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const at = "2026-11-24T08:00:00.000Z";
const components = [{ type: "BODY", text: "Hello {{1}}, this weekend all is cheaper." }];
const none = {
  ...{ queued: 0, "left out": 0, sending: 0, waiting: 0, sent: 0, delivered: 0, read: 0, failed: 0 },
  ...{ unknown: 0, cancelled: 0 },
};
const broadcast: BroadcastDetail = {
  ...{ id: 1000, kind: "bulk", name: "Weekend", number_id: 1, number_name: "+254 709 000 100" },
  ...{ template_name: "weekend_offer", language: "en", category: "MARKETING", audience: "Borrowers" },
  ...{
    status: "draft",
    file: null,
    stopped: "",
    wait_until: null,
    send_at: null,
    recipients: 1_204,
    counts: { ...none, queued: 1_204 },
  },
  ...{ cost_cents: 541_800, settled_cents: 0, created_by: "Wanjiru", created_at: at, started_at: null },
  ...{ finished_at: null, components, fields: ["first_name", "town"], mapping: {} },
  price: [
    { country: "KE", messages: 1_200, price: 45_000 },
    { country: "UG", messages: 4, price: 45_000 },
  ],
  ...{ left_out: [{ reason: "On the blacklist", messages: 6 }], failures: [], unusable: "" },
  limit: { most: 1_000, used: 40 },
  samples: [{ msisdn: "+254711000001", name: "Amina", values: { "body.1": "Amina" } }],
};

test("a draft shows what three customers read, the cost by country, and how far the day's limit reaches", async () => {
  const draft = { broadcast, mayWrite: true, testKey: "k", last: undefined };
  const said = text(await render(<DraftView {...draft} />));
  expect(said).toContain("Hello Amina, this weekend");
  expect(said).toContain("Marketing, Kenya");
  expect(said).toContain("Marketing, Uganda");
  expect(said).toContain("KES 5,418.00");
  expect(said).toContain("Only 960 customers can be written to first");
  expect(said).toContain("Review 1,204 messages");
  const seen = await render(<DraftView {...draft} mayWrite={false} />);
  expect(text(seen)).not.toContain("Review 1,204");
  expect(seen).not.toContain("<form");
  const paused = { ...broadcast, unusable: "WhatsApp paused it." };
  const stopped = text(await render(<DraftView {...draft} broadcast={paused} />));
  expect(stopped).toContain("WhatsApp paused it.");
  expect(stopped).not.toContain("Review 1,204");
});

test("a broadcast that stopped says why, and one that waits for the limit says until when", async () => {
  const counts = { ...none, queued: 100, read: 1_000, failed: 4, waiting: 100 };
  const running = {
    ...broadcast,
    counts,
    status: "paused" as const,
    stopped: "The number's quality has fallen to low.",
  };
  const stopped = text(await render(<ProgressView broadcast={running} zone="Africa/Nairobi" now={at} />));
  expect(stopped).toContain("It stopped automatically");
  expect(stopped).toContain("No one gets it twice");
  // Those that failed were not sent.
  expect(stopped).toContain("of 1,204 done");
  const waits = { ...running, status: "sending" as const, stopped: "", wait_until: "2026-11-25T05:00:00.000Z" };
  const said = text(await render(<ProgressView broadcast={waits} zone="Africa/Nairobi" now={at} />));
  expect(said).toContain("It continues automatically after");
  expect(said).toContain("Tried again later");
});

test("a scheduled broadcast says when it is sent by the account's clock, and can be changed or cancelled", async () => {
  const scheduled = { ...broadcast, status: "scheduled" as const, send_at: "2026-11-30T06:00:00.000Z" };
  const said = text(await render(<ProgressView broadcast={scheduled} zone="Africa/Nairobi" now={at} />));
  expect(said).toContain("It is sent on Monday 30 November 2026, 9:00 am, Nairobi time");
  const buttons = await render(<BroadcastButtons broadcast={scheduled} />);
  expect(buttons).toContain("/whatsapp/inboxes/broadcasts/1000/confirm");
  expect(text(buttons)).not.toContain("Pause");
});

test("a refusal for a value without a source says on the page that confirms where the value is given; others are kept", () => {
  const missing = {
    status: 422,
    message: "Please correct 1 field",
    errors: { "mapping.body.2": ["Say where it is from."] },
  };
  expect(sayWhereValuesAre(missing)).toEqual({
    status: 422,
    message: "A value of the message has no source yet. Press Change beside the message.",
  });
  const late = { status: 422, message: "Please correct 1 field", errors: { send_at: ["It is in the past."] } };
  expect(sayWhereValuesAre(late)).toEqual(late);
  const poor = { status: 402, message: "The balance is too low." };
  expect(sayWhereValuesAre(poor)).toEqual(poor);
  // The file is chosen on the page that confirms it.
  const picture = ["Choose the picture, or give a link to it."];
  const bare = { status: 422, message: "Please correct 1 field", errors: { "mapping.header.media": picture } };
  expect(sayWhereValuesAre(bare)).toEqual({ ...bare, errors: { files: picture } });
});

const number: WhatsappNumber = {
  ...{ id: 1, inbox_id: 2, phone_number_id: "106540352242922", name: "Shop", shown: "+254 709 000 100" },
  ...{ verified_name: "Savanna", active: true, stopped: "", quality: "GREEN", tier: "TIER_1K", daily_limit: 1_000 },
  ...{ reached: 40, throughput: "STANDARD", status: "CONNECTED", name_status: "APPROVED", paused_templates: 0 },
  disabled_templates: 0,
  ...{ told_at: at, last_webhook_at: at, token_until: null, fault: "" },
};
const template: Template = {
  ...{ id: 7, business_id: "1", name: "weekend_offer", language: "en", category: "MARKETING", components },
  ...{ status: "approved", reason: "", quality: "GREEN", unusable: "", created_by: "", created_at: at, told_at: at },
  sample: null,
};

test("a new broadcast offers every template, those that can't be used with the reason", async () => {
  const paused = { ...template, id: 8, name: "old_offer", unusable: "WhatsApp paused it." };
  const html = await render(
    <BeginForm
      formKey="key-of-the-form"
      numbers={[number]}
      number={number}
      templates={[paused, template]}
      groups={[{ id: 3, name: "Borrowers", contacts: 12, field_names: [] }]}
      list={undefined}
      seesRows
      way="groups"
      template={0}
      last={undefined}
    />,
  );
  expect(html).toContain('name="key" value="key-of-the-form"');
  expect(html).toMatch(/<option[^>]*disabled[^>]*>old_offer \(English\): WhatsApp paused it\./);
  expect(text(html)).toContain("Borrowers");
});

test("the typed form of a template becomes what the call takes, and its errors find their fields", () => {
  const typed = TypedTemplate.parse({
    ...{ channel_id: "1", name: "pay_now", language: "en", category: "UTILITY" },
    ...{ body: "Hello {{1}}, please pay {{2}} today. Thank you very much!", body_samples: "Amina\n1,500" },
    buttons: [
      { type: "", text: "", target: "", sample: "" },
      { type: "URL", text: "Pay", target: "https://p.test/{{1}}", sample: "x" },
    ],
  });
  const form = TemplateForm.parse(toTemplate(typed));
  expect(form.samples).toEqual({ "body.1": "Amina", "body.2": "1,500", "button0.1": "x" });
  expect(form.buttons).toEqual([{ type: "URL", text: "Pay", url: "https://p.test/{{1}}" }]);
  // What was typed for another kind of header is not meant.
  const file = "6f1c1a1e-58c5-4b5c-9a0e-7f2f6f0e5b11";
  const pictured = TypedTemplate.parse({ ...typed, header_kind: "IMAGE", header: "Pay today" });
  expect(TemplateForm.parse(toTemplate(pictured, file))).toMatchObject({
    ...{ header: "", header_format: "IMAGE", header_file: file },
  });
  const worded = TypedTemplate.parse({ ...typed, header_kind: "TEXT", header: "Pay today" });
  expect(TemplateForm.parse(toTemplate(worded, file))).toMatchObject({
    ...{ header: "Pay today", header_format: "TEXT", header_file: null },
  });
  expect(formField("header_file", typed)).toBe("files");
  // The first row is no button: the call's first button is the second row.
  const fields = ["samples.body.2", "samples.button0.1", "buttons.0.url", "buttons.0.text", "name"];
  expect(fields.map((name) => formField(name, typed))).toEqual([
    ...["body_samples", "buttons[1].sample", "buttons[1].target", "buttons[1].text", "name"],
  ]);
});

test("a name that is missing is one problem, not two", () => {
  const named = (name: string) => TemplateForm.shape.name.safeParse(name).error?.issues.map(({ message }) => message);
  expect(named(" ")).toEqual(["Give the template a name."]);
  expect(named("Pay now")).toEqual([expect.stringContaining("Small letters")]);
});

test("a row of a button without its kind is asked about: what is typed in it would be lost", () => {
  const row = { type: "", text: "", target: "", sample: "" };
  const typed = (buttons: object[]) => TypedTemplate.parse({ buttons });
  expect(buttonErrors(typed([row, { ...row, type: "QUICK_REPLY", text: "Later" }, { ...row, text: " " }]))).toEqual({});
  const words = ["Choose what this button does, or empty its other fields."];
  expect(buttonErrors(typed([{ ...row, text: "Pay" }, row, { ...row, target: "https://p.test" }]))).toEqual({
    "buttons[0].type": words,
    "buttons[2].type": words,
  });
});
