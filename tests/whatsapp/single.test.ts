import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TemplateComponent, templateVariables } from "../../rules/whatsapp/templates";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

let fixture: WhatsappFixture;
let offer: { id: number };
let values: Record<string, string>;
beforeAll(async () => {
  fixture = await whatsappFixture();
  await fixture.ask("syncTemplates");
  offer = await fixture.template("weekend_offer");
  const components = (await terms()).components as TemplateComponent[];
  values = Object.fromEntries(templateVariables(components).map(({ key }) => [key, "Amina"]));
  fixture.startSending();
}, 90_000);
afterAll(() => fixture.end());
beforeEach(() => {
  fixture.wallet.refuses = "";
});

const terms = async (more: object = {}) => {
  const body = { number_id: fixture.number.id, template_id: offer.id, ...more };
  return (await fixture.asService("singleTerms", { body })).body;
};
let numbers = 0;
const someone = () => `+2547113401${String(++numbers).padStart(2, "0")}`;
const send = (key: string, to: string, more: object = {}) =>
  fixture.asService("sendSingle", {
    body: { key, name: "Welcome", number_id: fixture.number.id, template_id: offer.id, to, values, ...more },
  });
const holds = () => fixture.wallet.holds.size;

test("a template goes to one person once for a key, and its price is held and charged as a broadcast's is", async () => {
  const to = someone();
  const [one, again] = await Promise.all([send("sequence:1", to), send("sequence:1", to)]);
  const answers = [one, again, await send("sequence:1", to)].filter(({ status }) => status === 201);
  const ids = new Set(answers.map(({ body }) => body.message?.id));
  expect(ids.size).toBe(1);
  expect(answers[0]?.body).toEqual({
    message: { id: expect.any(String), cost_cents: expect.any(Number) },
    ...{ refused: "", opted_out: false },
  });
  const [id] = [...ids];
  await fixture.until(() => expect(fixture.gotBy(to)).toBe(1));
  await fixture.until(() => expect(fixture.wallet.settled.has(`whatsapp:${id}`)).toBe(true));
  expect(fixture.wallet.holds.get(`whatsapp:${id}`)).toBe(answers[0]?.body.message.cost_cents);
  const text = fixture.graph
    .customers()
    .find((one) => `+${one.id}` === to)
    ?.lines.at(-1)?.text;
  expect(text).toContain("Amina");
  const listed = (await fixture.ask("broadcasts", { query: { view: "single" } })).body.data;
  expect(listed).toEqual([expect.objectContaining({ name: "Welcome", recipients: 1 })]);
});

test("whoever wants none gets none, and nothing is held for them", async () => {
  const before = holds();
  const [blacklisted, unwilling] = [someone(), someone()];
  fixture.blacklist.add(blacklisted);
  await fixture.asService("heardWish", { body: { msisdn: unwilling, change: "out", source: "STOP", recorded: true } });
  for (const [key, to] of [
    ["sequence:2", blacklisted],
    ["sequence:3", unwilling],
  ] as const)
    expect((await send(key, to)).body).toEqual({ message: null, refused: "They have opted out.", opted_out: true });
  expect(holds()).toBe(before);
  expect((await terms({ msisdns: [blacklisted, unwilling, someone()] })).opted_out.sort()).toEqual(
    [blacklisted, unwilling].sort(),
  );
  // The blacklist is messaging's own.
  expect((await fixture.asService("marketingOptOuts", { body: { msisdns: [blacklisted, unwilling] } })).body).toEqual({
    data: [{ msisdn: unwilling, source: "STOP", at: expect.any(String) }],
  });
});

test("what can't be paid for is refused in words, and goes out under its key when it can", async () => {
  const to = someone();
  fixture.wallet.refuses = "Your balance is too low.";
  expect(await send("sequence:4", to)).toMatchObject({ status: 422, body: { message: "Your balance is too low." } });
  fixture.wallet.refuses = "";
  expect((await send("sequence:4", to)).status).toBe(201);
  await fixture.until(() => expect(fixture.gotBy(to)).toBe(1));
});

test("a number or a template that can't be used is named, and sends nothing", async () => {
  const before = holds();
  const refused = async (more: object, words: string) =>
    expect(await send(`sequence:5${words.length}`, someone(), more)).toMatchObject({
      ...{ status: 422, body: { message: expect.stringContaining(words) } },
    });
  await refused({ number_id: 9_999 }, "Choose one of your WhatsApp numbers.");
  await refused({ template_id: 9_999 }, "Choose one of this number's templates.");
  await refused({ values: {} }, "There is no value for {{");
  await fixture.rows(sql`update whatsapp.templates set status = 'paused' where id = ${offer.id}`);
  await refused({}, "paused");
  await fixture.rows(sql`update whatsapp.templates set status = 'approved' where id = ${offer.id}`);
  await fixture.rows(sql`insert into whatsapp.numbers (customer_account, channel_id, quality)
    values (${fixture.savanna}, ${fixture.number.id}, 'RED')
    on conflict (customer_account, channel_id) do update set quality = 'RED'`);
  await refused({}, "The quality of this number is low");
  await fixture.rows(sql`update whatsapp.numbers set quality = 'GREEN', tier = 'TIER_250'`);
  await fixture.rows(sql`insert into whatsapp.reached (customer_account, business_id, msisdn)
    select ${fixture.savanna}, t.business_id, '+25470000' || lpad(n::text, 4, '0')
    from whatsapp.templates t, generate_series(1, 250) n where t.id = ${offer.id}`);
  await refused({}, "as many new customers as it may in 24 hours");
  expect(holds()).toBe(before);
});
