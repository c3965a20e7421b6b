import { afterAll, beforeAll, expect, test } from "vitest";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

let fixture: WhatsappFixture;
beforeAll(async () => {
  fixture = await whatsappFixture();
  await fixture.ask("syncTemplates");
}, 90_000);
afterAll(() => fixture.end());

test("when the 24 hours are over an agent writes with a template, and what it says stands in the conversation", async () => {
  const { social, graph } = fixture;
  await graph.write("254711220001", "Is my order here?", "Amina");
  const one = async () => (await social.chat.ask("contacts", { query: { q: "Is my order" } })).body.data[0];
  await fixture.until(async () => expect(await one()).toBeDefined());
  const { contact_id, inbox_id } = await one();
  expect((await social.chat.ask("contacts", { query: { inbox_id } })).body.data).toHaveLength(1);
  expect((await social.chat.ask("contacts", { query: { inbox_id: inbox_id + 1 } })).body.data).toHaveLength(0);
  const { id } = await fixture.template("weekend_offer");
  const send = (request_id: string, values: object = { "body.1": "Amina" }) =>
    fixture.ask("sendTemplate", { params: { id }, body: { contact_id, request_id, values } }, "joy");
  const request = "r".repeat(32);
  expect(await send(request)).toMatchObject({ status: 406, body: { message: "Start the conversation first." } });
  await social.chat.ask("startContact", { params: { id: contact_id } });
  social.chat.clock.now = new Date(Date.now() + 25 * 3_600_000);
  expect((await social.chat.say(contact_id, "Hello")).status).toBe(406);
  expect((await send(request, {})).body.message).toContain("Fill in {{1}}");
  expect((await send(request)).status).toBe(201);
  expect((await send(request)).status).toBe(201);
  await fixture.until(() => expect(fixture.gotBy("+254711220001")).toBe(1));
  const { body } = await social.chat.ask("messages", { params: { id: contact_id } });
  const written = body.data.at(-1);
  expect(written.message).toContain("Hello Amina, this weekend");
  await fixture.until(async () => {
    const now = await social.chat.ask("messages", { params: { id: contact_id } });
    expect(now.body.data.at(-1).status).toBe("read");
  });
  // A picture in its header is fetched by WhatsApp from the address that is given.
  const { id: pictured } = await fixture.template("new_catalogue");
  const show = (request_id: string, values: object) =>
    fixture.ask("sendTemplate", { params: { id: pictured }, body: { contact_id, request_id, values } }, "joy");
  expect((await show("p".repeat(32), { "body.1": "Amina" })).body.message).toBe(
    "Choose the picture first, or give a link to it.",
  );
  const wrong = await show("p".repeat(32), { "body.1": "Amina", "header.media": "catalogue.png" });
  expect(wrong.body.message).toBe("The link in the header begins with https://.");
  const values = { "body.1": "Amina", "header.media": "https://savanna.test/catalogue.png" };
  expect((await show("p".repeat(32), values)).status).toBe(201);
  await fixture.until(() => expect(fixture.gotBy("+254711220001")).toBe(2));
  // A template that is not approved is refused before anything is written.
  const rejected = await fixture.template("price_drop");
  const refused = await fixture.ask("sendTemplate", {
    params: { id: rejected.id },
    body: { contact_id, request_id: "s".repeat(32), values: { "body.1": "Amina" } },
  });
  expect(refused.status).toBe(406);
});
