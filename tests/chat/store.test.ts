import { readFileSync } from "node:fs";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collections, documentId } from "../../rules/chat-store";
import { WriteConflict } from "../../services/chat/store/store";
import { asOwnerOf } from "../setup/database";
import { lakeside, savanna, storeFixture } from "./store.fixture";

let all: Awaited<ReturnType<typeof storeFixture>>;
let following: { stop(): Promise<void> };
beforeAll(async () => {
  all = await storeFixture();
  following = await all.follow();
  await all.fixture.status("joy", "online");
});
afterAll(async () => {
  await following.stop();
  await all.sandbox.close();
  await all.fixture.end();
});

const docOf = (collection: string, id: string | number) =>
  all.sandbox.collection(collection).get(documentId(savanna, id)) as Record<string, unknown> | undefined;
const messagesOf = (contact: number) =>
  [...all.sandbox.collection("messages").values()]
    .filter((one) => one.contact_id === contact)
    .sort((a, b) => Number(a.id) - Number(b.id));
const texts = (contact: number) => messagesOf(contact).map(({ message }) => message);

describe("the five collections (R091)", () => {
  test("a conversation stands in them with the fields that are documented, as far as it has come", async () => {
    const { fixture, settled } = all;
    const { contact_id } = await fixture.wrote("amina", "Habari");
    await fixture.say(contact_id, "Karibu");
    await settled();
    const contact = docOf("contacts", contact_id);
    expect(contact).toMatchObject({ customer_account: savanna, opened: true, ended: false, latest_message: "Karibu" });
    for (const field of ["user_id", "msisdn", "email", "name", "recipient", "channel", "response_by", "participant_id"])
      expect(contact).toHaveProperty(field);
    for (const field of ["started", "postchat", "idle_time", "assigned", "disposition_ignored", "updated_at"])
      expect(contact).toHaveProperty(field);
    expect(messagesOf(contact_id)).toMatchObject([
      { message: "Habari", data: { text: "Habari", meta: {} }, isAdmin: false, channel: "webchat", author: "customer" },
      { message: "Karibu", isAdmin: true, status: "sent", customer_account: savanna, public: true },
    ]);
    for (const field of ["type", "date", "message_id", "meta", "url", "image", "file_name", "extension"])
      expect(messagesOf(contact_id)[0]).toHaveProperty(field);
    const agent = [...all.sandbox.collection("participants").values()].find(({ status }) => status === "online");
    expect(agent).toMatchObject({ customer_account: savanna, conversations: 1, engaged: true });
    expect(agent?.id).toBe(agent?.participant_id);
    expect(agent?.email).toMatch(/@/);
    const done = [...all.sandbox.collection("activities").values()].filter((one) => one.contact_id === contact_id);
    expect(done.map(({ action }) => action)).toContain("started");
    const records = [...all.sandbox.collection("breaks").values()];
    expect(records).toContainEqual(expect.objectContaining({ status: "online", time_ended: null }));
    await fixture.act("endContact", contact_id);
    await settled();
    expect(docOf("contacts", contact_id)).toMatchObject({ opened: false, ended: true, idle_time: 0, postchat: false });
  });

  test("a break is closed there in the stroke that opens the next", async () => {
    const { fixture, settled, sandbox } = all;
    fixture.later(60);
    await fixture.status("joy", "lunch");
    await settled();
    const records = [...sandbox.collection("breaks").values()].sort((a, b) => Number(a.id) - Number(b.id));
    expect(records.filter(({ time_ended }) => time_ended === null).map(({ status }) => status)).toEqual(["lunch"]);
    fixture.later(60);
    await fixture.status("joy", "online");
  });
});

describe("the store is written in order, once, and loses nothing", () => {
  test("an outage of the store: what happened meanwhile is there afterwards, and nothing twice", async () => {
    const { fixture, settled, sandbox } = all;
    const { contact_id } = await fixture.wrote("baraka", "One");
    await settled();
    sandbox.behaviour.calls = "refuse";
    await fixture.write("baraka", "Two");
    await fixture.say(contact_id, "Three");
    await fixture.act("endContact", contact_id);
    expect(texts(contact_id)).toEqual(["One"]);
    sandbox.behaviour.calls = "answer";
    await settled();
    expect(texts(contact_id)).toEqual(["One", "Two", "Three"]);
    expect(docOf("contacts", contact_id)).toMatchObject({ ended: true });
  });

  test("an answer that is lost: the store is asked what was done, and it goes on from there", async () => {
    const { fixture, settled, sandbox } = all;
    const { contact_id } = await fixture.wrote("chebet", "One");
    await settled();
    sandbox.behaviour.calls = "lost";
    const before = sandbox.commits.length;
    await fixture.write("chebet", "Two");
    await expect.poll(() => sandbox.commits.length).toBeGreaterThan(before);
    await fixture.write("chebet", "Three");
    await expect.poll(() => texts(contact_id)).toEqual(["One", "Two", "Three"]);
    sandbox.behaviour.calls = "answer";
    await settled();
    expect(texts(contact_id)).toEqual(["One", "Two", "Three"]);
  });

  test("whoever writes from an older place writes nothing", async () => {
    const { documents, settled, sandbox, fixture } = all;
    const { contact_id } = await fixture.wrote("daudi", "First");
    await settled();
    const old = await documents.written(savanna);
    await fixture.write("daudi", "Second");
    await settled();
    const late = { customer_account: savanna, latest_message: "First", event: { seq: 1, at: 1 } };
    const put = { collection: "contacts" as const, id: documentId(savanna, contact_id), fields: late };
    await expect(documents.put(savanna, old, 1, [put])).rejects.toThrow(WriteConflict);
    await expect(documents.put(savanna, undefined, 1, [put])).rejects.toThrow(WriteConflict);
    expect(docOf("contacts", contact_id)).toMatchObject({ latest_message: "Second" });
    expect(sandbox.collection("marks").get(savanna)?.seq).toBe((await documents.written(savanna))?.seq);
  });

  test("the process stops in the middle: the next one goes on where the store is", async () => {
    const { fixture, settled, follow } = all;
    const { contact_id } = await fixture.wrote("eshe", "Before");
    await settled();
    await following.stop();
    for (let n = 1; n <= 5; n++) await fixture.write("eshe", `While no one wrote ${n}`);
    following = await follow();
    await settled();
    expect(texts(contact_id)).toEqual(["Before", ...[1, 2, 3, 4, 5].map((n) => `While no one wrote ${n}`)]);
  });

  test("cut off for longer than the log is kept: what is open is read from the tables", async () => {
    const { fixture, settled, follow } = all;
    await following.stop();
    const { contact_id } = await fixture.wrote("farida", "No one saw this");
    await asOwnerOf(fixture.database.url, savanna, "delete from events.log");
    await fixture.write("farida", "This too");
    following = await follow();
    await settled();
    expect(texts(contact_id)).toEqual(["No one saw this", "This too"]);
    expect(docOf("contacts", contact_id)).toMatchObject({ latest_message: "This too", channel: "webchat" });
  });

  test("what the store will never take is left out, and holds up nothing", async () => {
    const { fixture, settled, sandbox, faults } = all;
    const { contact_id } = await fixture.wrote("gathoni", "Fine");
    await settled();
    const known = faults.length;
    sandbox.behaviour.refuses = "Not this";
    await fixture.write("gathoni", "Not this");
    await fixture.write("gathoni", "But this");
    await settled();
    sandbox.behaviour.refuses = "";
    expect(texts(contact_id)).toEqual(["Fine", "But this"]);
    expect(faults.slice(known).map(String)).toEqual([expect.stringContaining("INVALID_ARGUMENT")]);
  });
});

describe("files and words that go", () => {
  const file = "0197f3a0-0000-7000-8000-000000000001";

  test("a message's file lies in chat-uploads before its document says so, and goes with it", async () => {
    const { fixture, settled, sandbox } = all;
    const { contact_id } = await fixture.wrote("hawa", "Where is my receipt?");
    // She may have all that is given to her by itself: she takes it.
    await fixture.act("startContact", contact_id);
    const { body } = await fixture.say(contact_id, "", "joy", { file_ids: [file] });
    const [{ id }] = body.messages;
    await settled();
    const path = `chat-uploads/${savanna}/${contact_id}/${id}`;
    expect(docOf("messages", id)).toMatchObject({ file_path: path, type: "file" });
    expect(sandbox.files.get(path)?.bytes.toString()).toBe(file);
    expect((await fixture.ask("deleteMessage", { params: { id } })).status).toBe(201);
    await settled();
    expect(docOf("messages", id)).toMatchObject({ file_path: "", deleted: true, message: "" });
    expect(sandbox.files.has(path)).toBe(false);
  });

  test("an erased customer's words are gone there too, those of the same moment as well", async () => {
    const { fixture, settled, sandbox } = all;
    await following.stop();
    const email = "imani@odhiambo.test";
    const sender = { name: "Imani Odhiambo", email, verified: true };
    const { contact_id } = await fixture.wrote("imani", "My secret", { sender });
    await fixture.act("endContact", contact_id);
    const erased = await fixture.ask("erasePerson", { body: { msisdn: null, email } }, "service");
    expect(erased.status).toBe(200);
    following = await all.follow();
    await settled();
    const kept = JSON.stringify([...sandbox.collection("messages").values(), docOf("contacts", contact_id)]);
    expect(kept).not.toMatch(/My secret|Imani/);
    expect(texts(contact_id)).toEqual(["Erased"]);
  });
});

describe("who may listen", () => {
  const person = { id: "7", roles: [], permissions: ["View chat inbox"], products: ["Chats"] };

  test("a token says which account's, for ten minutes, and nothing else of the person", async () => {
    const session = await all.store.session({ ...person, customer_account: savanna }, 12);
    expect(session).toMatchObject({ account: savanna, cursor: 12, project: "jibu-sandbox" });
    const { claims, uid } = decodeJwt<{ claims: Record<string, unknown>; uid: string }>(session?.token ?? "");
    expect(uid).toBe("100001-7");
    expect(Object.keys(claims).sort()).toEqual(["chats", "customer_account", "until"]);
    expect(Number(claims.until) - Date.now() / 1000).toBeGreaterThan(590);
  });

  test("who may not see the inbox, or whose account has no chats, gets none", async () => {
    const without = { ...person, customer_account: savanna };
    expect(await all.store.session({ ...without, permissions: ["View tickets"] }, 0)).toBeNull();
    expect(await all.store.session({ ...without, products: ["SMS"] }, 0)).toBeNull();
  });

  test("documents of another account are refused, as are those that no collection of chat has", async () => {
    const { fixture, sandbox, settled } = all;
    const { contact_id } = await fixture.wrote("other", "Lakeside's own", { account: lakeside });
    await settled(lakeside);
    const claims = { chats: true, until: Date.now() / 1000 + 60 };
    const path = `contacts/${documentId(lakeside, contact_id)}`;
    expect(sandbox.mayRead({ ...claims, customer_account: lakeside }, path)).toBe(true);
    expect(sandbox.mayRead({ ...claims, customer_account: savanna }, path)).toBe(false);
    expect(sandbox.mayRead({ ...claims, customer_account: lakeside, until: 1 }, path)).toBe(false);
    expect(sandbox.mayRead({ ...claims, customer_account: lakeside }, `marks/${lakeside}`)).toBe(false);
  });

  test("the rules that the operator loads name the five collections, and no one writes", () => {
    const rules = readFileSync("docs/firebase/firestore.rules", "utf8");
    for (const name of collections) expect(rules).toContain(name);
    expect(rules).not.toMatch(/allow (?!read)[^;]*: if (?!false)/);
    const indexes = JSON.parse(readFileSync("docs/firebase/firestore.indexes.json", "utf8")) as {
      indexes: { collectionGroup: string; fields: { fieldPath: string }[] }[];
    };
    for (const name of ["messages", "contacts", "participants"])
      expect(
        indexes.indexes.find((one) => one.collectionGroup === name)?.fields.map(({ fieldPath }) => fieldPath),
      ).toEqual(["customer_account", "event.seq"]);
  });
});
