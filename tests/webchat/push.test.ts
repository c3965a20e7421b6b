import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type SandboxFcm, startFcm } from "../../sandbox/fcm";
import { chatTasks } from "../../services/chat/service";
import { webchatCarrier } from "../../services/chat/webchat-carrier";
import { asOwner } from "../setup/database";
import { requestId, secret, type WebchatFixture, webchatFixture } from "./fixture";
import { listenAt } from "./listen";

let fixture: WebchatFixture;
let google: SandboxFcm;
beforeAll(async () => {
  fixture = await webchatFixture({ sessions: 1_000, chats: 1_000, updates: 1_000 });
  google = await startFcm();
  Object.assign(fixture.fcm, { url: google.url, tokenUrl: google.tokenUrl });
  await fixture.chat("joy").setStatus({ body: { status: "online" } });
}, 60_000);
beforeEach(() => Object.assign(google.behaviour, { push: "accept" }));
afterEach(() => expect(fixture.faults).toEqual([]));
afterAll(async () => {
  await google.close();
  await fixture.end();
});

const owner = () => fixture.webchat("owner");
let count = 0;
/** An app that pushes, and a user of it who wrote and whom Joy answers. */
async function pushingApp(push: { with_text?: boolean } = {}) {
  const body = { name: `Push ${++count}`, android_package: "ke.co.savanna.shop", prechat: false };
  const made = await owner().createMobileApp({ body } as never);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const params = { id: made.body.data.id };
  const connected = await owner().connectFirebase({ params, body: { key: google.key } });
  if (connected.status !== 201) throw new Error(JSON.stringify(connected.body));
  if (push.with_text) await owner().changePush({ params, body: { active: true, with_text: true } });
  return { ...made.body.data, params };
}
async function user(key: string) {
  const begun = await fixture.visit("/session", { body: { application: key, language: "en" } });
  const token = begun.body.token as string;
  await fixture.visit("/messages", { token, body: { request_id: requestId(), text: "Hello" } });
  const contact = (await fixture.visit("/thread", { token })).body.standing.contact_id as number;
  await fixture.chat("joy").startContact({ params: { id: contact } });
  const phone = google.register();
  expect((await fixture.visit("/push-token", { token, body: { token: phone } })).status).toBe(204);
  return { token, contact, phone };
}
async function answer(contact: number, message: string): Promise<void> {
  const body = { request_id: requestId(), type: "text" as const, message };
  const sent = await fixture.chat("joy").sendMessage({ params: { id: contact }, body });
  if (sent.status !== 201) throw new Error(JSON.stringify(sent.body));
}
type Job = { payload: Record<string, unknown>; seconds: number };
/** Works the queued pushes, whatever their time, once; answers those that are queued after it. */
async function pushNow(): Promise<Job[]> {
  const tasks = chatTasks(fixture.database, { secret, carrier: webchatCarrier(fixture) as never });
  for (const { payload } of await queued(true)) await tasks["chat.push"]?.(payload);
  return queued(false);
}
async function queued(take: boolean): Promise<Job[]> {
  const { rows } = await asOwner(
    fixture.database.url,
    `select payload, extract(epoch from run_at - now())::int as seconds from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'chat.push'`,
  );
  if (take)
    await asOwner(
      fixture.database.url,
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'chat.push'`,
    );
  return rows as Job[];
}
const push = async (id: number) => {
  const { body } = await owner().mobileApp({ params: { id } });
  return "push" in body ? body : undefined;
};

test("an answer to a closed app is pushed: that there is one, and its text only where the account wants it", async () => {
  const app = await pushingApp();
  const one = await user(app.key);
  await answer(one.contact, "Your M-Pesa code is 123");
  expect(await pushNow()).toEqual([]);
  expect(google.shown(one.phone)).toMatchObject([
    { title: app.name, body: "New message", data: { kind: "chat", chat_contact: String(one.contact) } },
  ]);
  expect(await push(app.id)).toMatchObject({ phones: 1, push: { pushed_at: expect.any(String), fault: "" } });

  await owner().changePush({ params: app.params, body: { active: true, with_text: true } });
  await answer(one.contact, "It is on its way");
  await pushNow();
  expect(google.shown(one.phone)).toMatchObject([{ body: "Joy: It is on its way" }]);

  await owner().changePush({ params: app.params, body: { active: false, with_text: true } });
  google.clear(one.phone);
  await answer(one.contact, "Nothing is pushed");
  await pushNow();
  expect(google.shown(one.phone)).toEqual([]);
});

test("a note for colleagues and a message that was read are not pushed", async () => {
  const app = await pushingApp();
  const one = await user(app.key);
  const note = { request_id: requestId(), type: "note" as const, message: "Owes us" };
  await fixture.chat("joy").sendMessage({ params: { id: one.contact }, body: note });
  expect(await queued(false)).toEqual([]);
  await answer(one.contact, "Read at once");
  const { messages } = (await fixture.visit("/thread", { token: one.token })).body;
  await fixture.visit("/read", { token: one.token, body: { upto: messages.at(-1).id } });
  await pushNow();
  expect(google.shown(one.phone)).toEqual([]);
});

test("an open app is not pushed to, unless the message is unread a minute later", async () => {
  const app = await pushingApp();
  const one = await user(app.key);
  const stream = await listenAt(fixture, one.token);
  await vi.waitFor(() => expect(stream.texts()).toContain("Hello"));
  await answer(one.contact, "Are you there?");
  const [later] = await pushNow();
  expect(later?.seconds).toBeGreaterThan(50);
  expect(google.shown(one.phone)).toEqual([]);
  // The minute is over, and no one has read it.
  expect(await pushNow()).toEqual([]);
  expect(google.shown(one.phone)).toHaveLength(1);

  // The app is closed: the next one is pushed at once.
  await stream.close();
  await vi.waitFor(async () => {
    const [row] = await fixture.rows(
      `select bool_or(connected_until > now()) as open from webchat.visitors where application_id = ${app.id}`,
    );
    expect(row).toEqual({ open: false });
  });
  google.clear(one.phone);
  await answer(one.contact, "And now?");
  expect(await pushNow()).toEqual([]);
  expect(google.shown(one.phone)).toHaveLength(1);
});

test("a phone without the app is forgotten; the user's other phone gets it", async () => {
  const app = await pushingApp();
  const one = await user(app.key);
  const other = google.register();
  await fixture.visit("/push-token", { token: one.token, body: { token: other } });
  google.unregister(one.phone);
  await answer(one.contact, "Which phone?");
  expect(await pushNow()).toEqual([]);
  expect(google.shown(other)).toHaveLength(1);
  expect(await push(app.id)).toMatchObject({ phones: 1, push: { fault: "" } });
});

test("when Google takes no more it is tried again later, and whoever got it does not get it twice", async () => {
  const app = await pushingApp();
  const one = await user(app.key);
  google.behaviour.push = "limit";
  await answer(one.contact, "Once");
  const [later] = await pushNow();
  expect(later?.seconds).toBeGreaterThanOrEqual(29);
  expect(await push(app.id)).toMatchObject({ push: { fault: "Google takes no more pushes now." } });
  google.behaviour.push = "fail";
  const [next] = await pushNow();
  expect(next?.seconds).toBeGreaterThanOrEqual(19);
  expect(next?.payload).toMatchObject({ tries: 2 });
  google.behaviour.push = "accept";
  const pushes = google.counts.pushes;
  expect(await pushNow()).toEqual([]);
  expect(google.counts.pushes).toBe(pushes + 1);
  expect(await push(app.id)).toMatchObject({ push: { fault: "" } });
  // The job runs a second time.
  const tasks = chatTasks(fixture.database, { secret, carrier: webchatCarrier(fixture) as never });
  await tasks["chat.push"]?.(next?.payload ?? {});
  expect(google.counts.pushes).toBe(pushes + 1);
});

test("a phone is its last session's: who signs out, and who had it before, is pushed to no more", async () => {
  const app = await pushingApp();
  const [first, second] = [await user(app.key), await user(app.key)];
  await fixture.visit("/push-token", { token: second.token, body: { token: first.phone } });
  await answer(first.contact, "For the first one");
  await pushNow();
  expect(google.shown(first.phone)).toEqual([]);
  await fixture.visit("/session", { token: second.token, method: "DELETE" });
  expect(await push(app.id)).toMatchObject({ phones: 0 });
  const third = await user(app.key);
  expect((await fixture.visit("/push-token", { token: third.token, method: "DELETE" })).status).toBe(204);
  expect(await push(app.id)).toMatchObject({ phones: 0 });
});

test("a token of nonsense and a site's visitor are refused; a flood is slowed", async () => {
  const app = await pushingApp();
  const one = await user(app.key);
  const keep = (token: string, session = one.token) =>
    fixture.visit("/push-token", { token: session, body: { token } });
  expect((await keep("short")).status).toBe(422);
  expect((await keep("<script>alert(1)</script> and more")).status).toBe(422);
  const site = await fixture.application({ prechat: false });
  const begun = await fixture.visit("/session", { body: { application: site.key, language: "en" } });
  expect((await keep(google.register(), begun.body.token)).status).toBe(409);
  const all = await Promise.all(Array.from({ length: 8 }, () => keep(google.register())));
  expect(all.map(({ status }) => status)).toContain(429);
});

test("a Firebase key is tested before it is kept, kept encrypted, and never shown", async () => {
  const app = await pushingApp();
  const other = await startFcm();
  const refused = await owner().connectFirebase({ params: app.params, body: { key: other.key } });
  await other.close();
  expect(refused).toMatchObject({
    status: 406,
    body: { errors: { key: [expect.stringContaining("does not accept")] } },
  });
  expect(await owner().connectFirebase({ params: app.params, body: { key: "{}" } })).toMatchObject({ status: 422 });
  expect(JSON.stringify(await owner().mobileApp({ params: app.params }))).not.toContain("PRIVATE KEY");
  const [row] = await fixture.rows(
    `select encode(key_file, 'escape') as kept from webchat.push_settings where application_id = ${app.id}`,
  );
  expect(String(row?.kept)).not.toContain("PRIVATE KEY");

  const test = (token: string) => owner().testPush({ params: app.params, body: { token } });
  const phone = google.register();
  expect(await test(phone)).toMatchObject({ status: 201 });
  expect(google.shown(phone)).toMatchObject([{ title: app.name, data: { kind: "test" } }]);
  google.unregister(phone);
  expect(await test(phone)).toMatchObject({ status: 406, body: { errors: { token: [expect.any(String)] } } });

  expect((await owner().disconnectFirebase({ params: app.params })).status).toBe(201);
  expect(await push(app.id)).toMatchObject({ push: null });
  expect(await test(google.register())).toMatchObject({ status: 406 });
});
