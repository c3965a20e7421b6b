import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

let fixture: WhatsappFixture;
beforeAll(async () => {
  fixture = await whatsappFixture();
  await fixture.ask("syncTemplates");
}, 90_000);
afterAll(() => fixture.end());

const amina = "+254711330001";
const form = {
  text: "How was it?",
  buttons: [
    { id: "q1.c1", title: "Good" },
    { id: "q1.c2", title: "Poor" },
  ],
};
const list = { text: "Which town?", list: { open: "Choose", rows: [{ id: "q2.c1", title: "Kisumu" }] } };
const params = () => ({ id: fixture.number.id });
const ask = (message_id: string, what: object, to = amina) =>
  fixture.asService("askCustomer", { params: params(), body: { to, message_id, ...what } });
const phone = (id = amina) => fixture.graph.customers().find((one) => `+${one.id}` === id);

test("a question with buttons or a list is taken by WhatsApp, and so is the template that opens", async () => {
  expect((await ask("s.1.1", { form })).body).toMatchObject({ kind: "sent", provider_id: expect.any(String) });
  expect(phone()?.lines.at(-1)).toMatchObject({ text: "How was it?", taps: [{ title: "Good" }, { title: "Poor" }] });
  expect((await ask("s.2.1", { form: list })).body).toMatchObject({ kind: "sent" });
  expect(phone()?.lines.at(-1)?.taps).toEqual([{ kind: "row", id: "q2.c1", title: "Kisumu" }]);
  const { id } = await fixture.template("survey_invitation");
  expect((await ask("s.3.1", { template_id: id })).body).toMatchObject({ kind: "sent" });
  expect(phone()?.lines.at(-1)?.text).toContain("May we begin?");
  const [reached] = await fixture.rows<{ many: number }>(
    sql`select count(*)::int as many from whatsapp.reached where msisdn = ${amina}`,
  );
  expect(reached?.many).toBe(1);
});

test("the terms say what can't open a survey, and what a template costs", async () => {
  const { id } = await fixture.template("survey_invitation");
  const varied = await fixture.template("weekend_offer");
  const terms = async (body: object) => (await fixture.asService("questionTerms", { body })).body;
  expect(await terms({ number_id: fixture.number.id, template_id: id })).toMatchObject({
    ...{ number_fault: "", template_fault: "", category: "UTILITY", template_name: "survey_invitation" },
    template_text: expect.stringContaining("May we begin?"),
  });
  expect(await terms({ number_id: 9_999, template_id: varied.id })).toMatchObject({
    ...{ number_fault: "Choose one of your numbers.", template_fault: "Choose a template without variables." },
  });
});

test("whoever is on the blacklist is asked nothing", async () => {
  fixture.blacklist.add("+254711330009");
  expect((await ask("s.4.1", { form }, "+254711330009")).body).toMatchObject({ kind: "refused", opted_out: true });
  expect(phone("+254711330009")).toBeUndefined();
});

test("the reply window is open for a day after the customer wrote", async () => {
  const open = async () => {
    const body = { msisdns: ["+254711330005", amina] };
    return (await fixture.asService("openWindows", { params: params(), body })).body.msisdns;
  };
  expect(await open()).toEqual([]);
  await fixture.graph.write("254711330005", "Hello");
  await fixture.until(async () => expect(await open()).toEqual(["+254711330005"]));
  await fixture.rows(sql`update social.reply_windows set at = now() - interval '25 hours'`);
  expect(await open()).toEqual([]);
});

test("an answer to a survey goes to the survey, with its tap and its file, and opens no conversation", async () => {
  const taken: Record<string, unknown>[] = [];
  fixture.social.survey.takeWhatsapp = async ({ body }) => {
    taken.push(body);
    return { status: 201, body: { taken: true, fetch_file: body.file_name !== "" && !body.file } };
  };
  const id = "254711330007";
  await fixture.graph.tap(id, { kind: "button", id: "q1.c1", title: "Good" }, "wamid.of-the-question");
  await fixture.graph.sendFile(id, { name: "photo.png", type: "image/png", bytes: new Uint8Array([1]) }, "My shop");
  await fixture.until(() => expect(taken).toHaveLength(3));
  expect(taken[0]).toMatchObject({ msisdn: `+${id}`, text: "Good", tap: "q1.c1", stop: false, file_name: "" });
  expect(taken[2]).toMatchObject({ text: "My shop", file: { name: "photo.jpg" } });
  expect((await fixture.social.chat.ask("contacts", { query: { q: id } })).body.data).toEqual([]);
  // STOP is a wish about marketing before it is anything else.
  await fixture.graph.write(id, "STOP");
  await fixture.until(() => expect(taken.at(-1)).toMatchObject({ stop: true }));
  const [out] = await fixture.rows<{ msisdn: string }>(
    sql`select msisdn from whatsapp.opt_outs where msisdn = ${`+${id}`}`,
  );
  expect(out).toBeDefined();
});
