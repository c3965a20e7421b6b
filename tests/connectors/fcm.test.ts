import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type SandboxFcm, startFcm } from "../../sandbox/fcm";
import { FirebaseAccount, fcm } from "../../services/connectors/fcm";

let google: SandboxFcm;
beforeAll(async () => {
  google = await startFcm();
});
beforeEach(() => Object.assign(google.behaviour, { push: "accept" }));
afterAll(() => google.close());

const key = () => FirebaseAccount.parse(JSON.parse(google.key));
const project = (account = key()) => fcm({ url: google.url, tokenUrl: google.tokenUrl, account });
const message = { title: "Duka", body: "New message", data: { kind: "chat" }, group: "chat-7" };

test("a push arrives with its title, text and data; a later one of the conversation takes its place", async () => {
  const token = google.register();
  const tokens = google.counts.tokens;
  expect(await project().send(token, message)).toEqual({ kind: "sent" });
  expect(await project().send(token, { ...message, body: "Another" })).toEqual({ kind: "sent" });
  expect(google.shown(token)).toMatchObject([{ title: "Duka", body: "Another", data: { kind: "chat" } }]);
  // One access token serves both.
  expect(google.counts.tokens - tokens).toBeLessThanOrEqual(1);
});

test("a token that is no longer registered, or none at all, is gone", async () => {
  const token = google.register();
  google.unregister(token);
  expect(await project().send(token, message)).toMatchObject({ kind: "gone" });
  expect(await project().send("x".repeat(40), message)).toMatchObject({ kind: "gone" });
});

test("too many and a fault of Google's come again, with Google's seconds where it names them", async () => {
  const token = google.register();
  google.behaviour.push = "limit";
  expect(await project().send(token, message)).toMatchObject({ kind: "later", seconds: 30 });
  google.behaviour.push = "fail";
  expect(await project().send(token, message)).toMatchObject({ kind: "later", seconds: undefined });
  const away = fcm({ url: "http://127.0.0.1:9", tokenUrl: google.tokenUrl, account: key() });
  expect(await away.send(token, message)).toMatchObject({ kind: "later" });
});

test("the check reaches no phone, and says what is wrong with a key or a project", async () => {
  const pushes = google.counts.pushes;
  expect(await project().check()).toEqual({ kind: "sent" });
  expect(google.counts.pushes).toBe(pushes);
  expect(await project({ ...key(), project_id: "someone-elses" }).check()).toMatchObject({
    kind: "refused",
    words: expect.stringContaining("may not send messages"),
  });
  const other = await startFcm();
  const stranger = FirebaseAccount.parse({ ...key(), private_key: JSON.parse(other.key).private_key });
  expect(await project(stranger).check()).toMatchObject({
    kind: "refused",
    words: expect.stringContaining("does not accept"),
  });
  await other.close();
  expect(await project({ ...key(), private_key: "-----BEGIN PRIVATE KEY-----\nx\n" }).check()).toMatchObject({
    kind: "refused",
    words: expect.stringContaining("can't be used"),
  });
  google.behaviour.push = "forbid";
  expect(await project().check()).toMatchObject({ kind: "refused", words: expect.stringContaining("Enable") });
});

test("an access token that Google ended is asked for again", async () => {
  const token = google.register();
  await project().send(token, message);
  google.revoke();
  expect(await project().send(token, message)).toMatchObject({ kind: "refused" });
  expect(await project().send(token, message)).toEqual({ kind: "sent" });
});
