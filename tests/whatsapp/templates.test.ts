import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

let fixture: WhatsappFixture;
beforeAll(async () => {
  fixture = await whatsappFixture();
}, 90_000);
afterAll(() => fixture.end());

const form = () => ({
  channel_id: fixture.number.id,
  name: "pay_reminder",
  language: "en",
  category: "UTILITY",
  body: "Hello {{1}}, your payment of KES {{2}} is due on Friday. Thank you!",
  buttons: [{ type: "URL", text: "Pay now", url: "https://pay.savanna.test/{{1}}" }],
  samples: { "body.1": "Wanjiru", "body.2": "1,500", "button0.1": "abc" },
});

test("a sync brings every template with its state, and says why one can't be used", async () => {
  const synced = await fixture.ask("syncTemplates", {}, "viewer");
  expect(synced.body).toEqual({ added: 6, changed: 0, gone: 0, faults: [] });
  expect((await fixture.ask("syncTemplates")).body).toMatchObject({ added: 0, changed: 0, gone: 0 });
  expect(await fixture.template("order_on_its_way")).toMatchObject({ status: "approved", unusable: "" });
  const rejected = await fixture.template("price_drop");
  expect(rejected).toMatchObject({ status: "rejected", reason: expect.stringContaining("abusive") });
  expect((await fixture.template("new_catalogue")).unusable).toBe("");
});

test("a template is handed in with its samples, decided by a webhook, paused, and deleted at Meta", async () => {
  const lacking = await fixture.ask("createTemplate", { body: { ...form(), samples: {} } });
  expect(lacking.status).toBe(422);
  expect(Object.keys(lacking.body.errors)).toEqual(["samples.body.1", "samples.body.2", "samples.button0.1"]);
  const made = await fixture.ask("createTemplate", { body: form() });
  expect(made.body).toMatchObject({ name: "pay_reminder", status: "pending", category: "UTILITY" });
  const [atMeta] = [...fixture.graph.business.templates.values()].filter(({ name }) => name === "pay_reminder");
  expect(atMeta?.components[0]).toMatchObject({ example: { body_text: [["Wanjiru", "1,500"]] } });
  // The same name again is Meta's to refuse, in its words.
  const again = await fixture.ask("createTemplate", { body: form() });
  expect(again).toMatchObject({ status: 422, body: { message: expect.any(String) } });

  await fixture.graph.business.decide(atMeta?.id ?? "", "REJECTED", "INVALID_FORMAT");
  await fixture.until(async () => expect((await fixture.template("pay_reminder")).status).toBe("rejected"));
  expect((await fixture.template("pay_reminder")).reason).toContain("form is not right");
  await fixture.graph.business.decide(atMeta?.id ?? "", "APPROVED");
  await fixture.until(async () => expect(await fixture.template("pay_reminder")).toMatchObject({ unusable: "" }));
  await fixture.graph.business.decide(atMeta?.id ?? "", "PAUSED", "NONE", "FIRST_PAUSE");
  await fixture.until(async () => expect((await fixture.template("pay_reminder")).status).toBe("paused"));

  const gone = await fixture.ask("deleteTemplate", { params: { id: made.body.id } });
  expect(gone.status).toBe(201);
  expect(fixture.graph.business.templates.has(atMeta?.id ?? "")).toBe(false);
});

test("a template of a business without a number is deleted here, and no other business is asked to delete its own", async () => {
  const made = await fixture.ask("createTemplate", { body: { ...form(), name: "pay_twice" } });
  const [atMeta] = [...fixture.graph.business.templates.values()].filter(({ name }) => name === "pay_twice");
  await fixture.rows(sql`update whatsapp.templates set business_id = 'another'
    where customer_account = ${fixture.savanna} and id = ${made.body.id}`);
  expect((await fixture.ask("deleteTemplate", { params: { id: made.body.id } })).status).toBe(201);
  expect(fixture.graph.business.templates.has(atMeta?.id ?? "")).toBe(true);
  expect((await fixture.ask("template", { params: { id: made.body.id } })).body).toMatchObject({ status: "deleted" });
});

test("who may only look can't hand one in, and another account sees nothing", async () => {
  expect((await fixture.ask("createTemplate", { body: form() }, "viewer")).status).toBe(403);
  expect((await fixture.ask("templates", {}, "stranger")).body.data).toEqual([]);
  const { id } = await fixture.template("weekend_offer");
  expect((await fixture.ask("template", { params: { id } }, "stranger")).status).toBe(404);
});

test("a number counts the paused and the disabled templates each as their list does", async () => {
  const set = (status: string, name: string) =>
    fixture.rows(sql`update whatsapp.templates set status = ${status}
      where customer_account = ${fixture.savanna} and name = ${name}`);
  await set("paused", "weekend_offer");
  await set("disabled", "ofa_ya_wikendi");
  await set("disabled", "new_catalogue");
  const [number] = (await fixture.ask("numbers")).body.data;
  expect(number).toMatchObject({ paused_templates: 1, disabled_templates: 2 });
  for (const [status, count] of [["paused", 1] as const, ["disabled", 2] as const])
    expect((await fixture.ask("templates", { query: { status } })).body.data).toHaveLength(count);
  for (const name of ["weekend_offer", "ofa_ya_wikendi", "new_catalogue"]) await set("approved", name);
});

test("the number's health is asked of Meta, and its inbox is answered by the documented call", async () => {
  const fresh = await fixture.ask("refreshNumber", { params: { id: fixture.number.id } });
  expect(fresh.body).toMatchObject({ quality: "GREEN", daily_limit: 1_000, throughput: "STANDARD", reached: 0 });
  const inboxes = await fixture.ask("inboxes", { params: { account: fixture.savanna, group: "1" } });
  expect(inboxes.body.data).toEqual([
    { id: fixture.number.id, inbox_name: expect.any(String), number_id: fixture.graph.number },
  ]);
  const others = await fixture.ask("inboxes", { params: { account: "100002", group: "1" } });
  expect(others.body.data).toEqual([]);
});
