import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { png } from "../uploads/files.fixtures";
import { ours, requestId, type WebchatFixture, webchatFixture } from "./fixture";
import { signIdentity } from "./identities";

let fixture: WebchatFixture;
beforeAll(async () => {
  fixture = await webchatFixture({ sessions: 1_000, chats: 1_000, updates: 1_000, uploads: 1_000 });
}, 60_000);
afterEach(() => expect(fixture.faults).toEqual([]));
afterAll(() => fixture.end());

let count = 0;
async function mobileApp(given: object = {}) {
  const body = { name: `Duka ${++count}`, android_package: "ke.co.savanna.shop", prechat: false, ...given };
  const answer = await fixture.webchat("owner").createMobileApp({ body } as never);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}
const begin = (key: string, more: object = {}) =>
  fixture.visit("/session", { body: { application: key, language: "en", ...more } });

test("an app's user writes, sends a file and is answered; the conversation is one of the channel mobile", async () => {
  const app = await mobileApp({ greeting_en: "Karibu to the app" });
  const shown = await fixture.visit(`/app?a=${app.key}`);
  expect(shown.body).toMatchObject({
    name: app.name,
    greeting: { en: "Karibu to the app" },
    prechat: [],
    signed: false,
  });
  const { token } = (await begin(app.key)).body;
  const said = await fixture.visit("/messages", { token, body: { request_id: requestId(), text: "Where is it?" } });
  expect(said.status).toBe(201);
  const file = `/files?${new URLSearchParams({ request_id: requestId(), name: "receipt.png" })}`;
  expect((await fixture.visit(file, { token, raw: new Uint8Array(png) })).status).toBe(201);

  const joy = fixture.chat("joy");
  await joy.setStatus({ body: { status: "online" } });
  const listed = await joy.contacts({ query: { channel: "mobile" } });
  if (listed.status !== 200) throw new Error();
  const [contact] = listed.body.data;
  expect(contact).toMatchObject({
    channel: "mobile",
    inbox: app.name,
    latest_message: expect.stringContaining("receipt"),
  });
  const id = contact?.contact_id ?? 0;
  await joy.startContact({ params: { id } });
  const sent = await joy.sendMessage({
    params: { id },
    body: { request_id: requestId(), type: "text", message: "On its way" },
  });
  expect(sent.status).toBe(201);
  // An app sends no Origin.
  const headers = { host: "jibu.test", authorization: `Bearer ${token}` };
  const native = await fixture.app.fetch(new Request(`${ours}/webchat/v1/thread`, { headers }));
  const { messages } = (await native.json()) as { messages: { text: string; type: string }[] };
  expect(messages.map(({ text, type }) => (type === "file" ? "[file]" : text))).toEqual([
    "Where is it?",
    "[file]",
    "On its way",
  ]);
});

test("an app that asks for consent takes no message before it, and tells what is said where no one can answer", async () => {
  const words = {
    ...{ consent_en: "We keep what you write.", consent_sw: "Tunahifadhi unachoandika." },
    ...{ away_text_en: "We are back at 8.", away_form: false },
  };
  const app = await mobileApp(words);
  expect(app).toMatchObject({ ...words, away_text_sw: "" });
  expect((await fixture.visit(`/app?a=${app.key}`)).body).toMatchObject({
    consent: { en: "We keep what you write.", sw: "Tunahifadhi unachoandika." },
    away: { text: { en: "We are back at 8." }, form: false },
  });
  const { token } = (await begin(app.key)).body;
  const say = (text: string) => fixture.visit("/messages", { token, body: { request_id: requestId(), text } });
  expect(await say("Before")).toMatchObject({ status: 409 });
  const file = `/files?${new URLSearchParams({ request_id: requestId(), name: "receipt.png" })}`;
  expect((await fixture.visit(file, { token, raw: new Uint8Array(png) })).status).toBe(409);
  expect(await fixture.visit("/prechat", { token, body: { answers: {}, consent: false } })).toMatchObject({
    status: 422,
    body: { errors: { consent: [expect.any(String)] } },
  });
  expect((await fixture.visit("/prechat", { token, body: { answers: {}, consent: true } })).status).toBe(201);
  expect((await say("After")).status).toBe(201);
  const { messages } = (await fixture.visit("/thread", { token })).body;
  expect(messages.map(({ text }: { text: string }) => text)).toEqual(["After"]);
});

test("a signed identity makes the app's user the same customer on a second phone", async () => {
  const app = await mobileApp({ identity_required: true });
  expect((await begin(app.key)).status).toBe(401);
  const made = await fixture.webchat("owner").newIdentitySecret({ params: { id: app.id } });
  if (made.status !== 201) throw new Error();
  const identity = signIdentity(made.body.secret, { sub: "c-17", name: "Mwende" });
  const first = (await begin(app.key, { identity })).body;
  await fixture.visit("/messages", { token: first.token, body: { request_id: requestId(), text: "From one phone" } });
  const second = (await begin(app.key, { identity })).body;
  expect(second.messages.map(({ text }: { text: string }) => text)).toEqual(["From one phone"]);
  const acts = await fixture.rows(
    "select action, subject from events.activities where action like 'Mobile app identity%'",
  );
  expect(acts).toEqual([{ action: "Mobile app identity secret made", subject: "mobile app" }]);
});

test("an app's key opens no frame for a site, and a site's key is no app's", async () => {
  const app = await mobileApp();
  expect((await fixture.visit(`/loader.js?a=${app.key}`)).status).toBe(404);
  expect((await fixture.visit(`/frame?a=${app.key}`)).status).toBe(404);
  const site = await fixture.application();
  expect((await fixture.visit(`/app?a=${site.key}`)).status).toBe(404);
  const { body } = await fixture.webchat("owner").applications({});
  expect("data" in body && body.data.map(({ id }) => id)).not.toContain(app.id);
  expect((await fixture.webchat("owner").application({ params: { id: app.id } })).status).toBe(404);
  expect((await fixture.webchat("owner").mobileApp({ params: { id: site.id } })).status).toBe(404);
  expect((await fixture.webchat("owner").deleteApplication({ params: { id: app.id } })).status).toBe(404);
});

test("an app has a name of its own and an id in a store", async () => {
  const owner = fixture.webchat("owner");
  const create = (body: object) => owner.createMobileApp({ body } as never);
  const none = await create({ name: "No store" });
  expect(none).toMatchObject({
    status: 422,
    body: { errors: { android_package: [expect.stringContaining("Enter the")] } },
  });
  expect(await create({ name: "Odd", android_package: "not a package" })).toMatchObject({ status: 422 });
  const app = await mobileApp({ name: "Lipa app", ios_bundle: "ke.co.lipa-app" });
  expect(await create({ name: "LIPA APP", ios_bundle: "ke.co.other" })).toMatchObject({
    status: 422,
    body: { errors: { name: [expect.any(String)] } },
  });
  const changed = { name: "Lipa", android_package: "", ios_bundle: "ke.co.lipa-app", active: false };
  expect(await owner.updateMobileApp({ params: { id: app.id }, body: changed } as never)).toMatchObject({
    status: 201,
    body: { data: { name: "Lipa", active: false, android_package: "" } },
  });
  expect((await begin(app.key)).status).toBe(404);
});

test("who is disconnected is gone: the key opens nothing and sessions end", async () => {
  const app = await mobileApp();
  const { token } = (await begin(app.key)).body;
  expect((await fixture.visit("/thread", { token })).status).toBe(200);
  expect((await fixture.webchat("owner").deleteMobileApp({ params: { id: app.id } })).status).toBe(201);
  expect((await begin(app.key)).status).toBe(404);
  expect((await fixture.visit("/thread", { token })).status).toBe(401);
  expect((await fixture.webchat("owner").mobileApp({ params: { id: app.id } })).status).toBe(404);
});

test("another account and people without the permission see none of it", async () => {
  const app = await mobileApp();
  expect((await fixture.webchat("lakeside").mobileApp({ params: { id: app.id } })).status).toBe(404);
  expect((await fixture.webchat("joy").mobileApps({})).status).toBe(403);
});
