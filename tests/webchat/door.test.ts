import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { readLink } from "../../services/kit/file-links";
import { png, svg } from "../uploads/files.fixtures";
import { ours, requestId, secret, type WebchatFixture, webchatFixture } from "./fixture";

let fixture: WebchatFixture;
beforeAll(async () => {
  fixture = await webchatFixture({ sessions: 1_000, chats: 1_000, updates: 1_000, uploads: 1_000, transcripts: 1_000 });
}, 60_000);
afterEach(() => expect(fixture.faults).toEqual([]));
afterAll(() => fixture.end());

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
function sign(secret: string, claims: object): string {
  const body = `${part({ alg: "HS256" })}.${part({ exp: Math.floor(Date.now() / 1000) + 600, ...claims })}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}
const thread = async (token: string) => (await fixture.visit("/thread", { token })).body;

describe("a visitor's conversation", () => {
  test("form, message, answer, end, rating: and the team's notes stay with the team", async () => {
    const { key } = await fixture.application();
    const { token, contact } = await fixture.visitor(key);
    const said = await fixture.visit("/messages", { token, body: { request_id: requestId(), text: "Habari?" } });
    expect(said).toMatchObject({ status: 201, body: { message: { mine: true, text: "Habari?" }, unseen: 1 } });

    const joy = fixture.chat("joy");
    await joy.setStatus({ body: { status: "online" } });
    const started = await joy.startContact({ params: { id: contact } });
    expect([201, 406]).toContain(started.status);
    const send = (type: "text" | "note", message: string) =>
      joy.sendMessage({ params: { id: contact }, body: { request_id: requestId(), type, message } });
    expect((await send("note", "Careful, owes us money")).status).toBe(201);
    expect((await send("text", "Nzuri sana")).status).toBe(201);
    const seen = await thread(token);
    expect(seen.messages.map(({ text }: { text: string }) => text)).toEqual(["Habari?", "Nzuri sana"]);
    expect(JSON.stringify(seen)).not.toContain("owes us");
    expect(JSON.stringify(seen)).not.toContain("savanna.test");
    expect(seen.standing).toMatchObject({ stage: "open", agent: "Joy" });

    expect((await fixture.visit("/read", { token, body: { upto: seen.messages[1].id } })).status).toBe(204);
    expect((await fixture.visit("/typing", { token, body: { on: true } })).status).toBe(204);
    expect((await fixture.visit("/end", { token, body: {} })).body.standing).toMatchObject({
      stage: "ended",
      rated: false,
    });
    const rating = { contact_id: contact, request_id: requestId(), stars: 5, note: "Asante" };
    expect((await fixture.visit("/rating", { token, body: rating })).status).toBe(204);
    expect((await fixture.visit("/rating", { token, body: rating })).status).toBe(204);
    expect((await thread(token)).standing.rated).toBe(true);
    expect((await fixture.visit("/transcript", { token, body: { email: "mwende@example.com" } })).status).toBe(204);
  });

  test("the rating of someone else's conversation is not there", async () => {
    const { key } = await fixture.application();
    const [mine, theirs] = [await fixture.visitor(key), await fixture.visitor(key, "Baraka")];
    await fixture.visit("/end", { token: theirs.token, body: {} });
    const rating = { contact_id: theirs.contact, request_id: requestId(), stars: 1 };
    const refused = await fixture.visit("/rating", { token: mine.token, body: rating });
    expect(refused.status).toBe(404);
    expect(refused.headers.get("retry-after")).toBeNull();
  });

  test("the same request ten times at once is one message", async () => {
    const { key } = await fixture.application();
    const { token } = await fixture.visitor(key);
    const body = { request_id: requestId(), text: "Once" };
    const all = await Promise.all(Array.from({ length: 10 }, () => fixture.visit("/messages", { token, body })));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await thread(token)).messages).toHaveLength(1);
  });

  test("without the form no chat begins; the form says what is wrong in the visitor's language", async () => {
    const { key } = await fixture.application();
    const begun = await fixture.visit("/session", { body: { application: key, language: "sw" } });
    const { token } = begun.body;
    expect((await fixture.visit("/messages", { token, body: { request_id: requestId(), text: "Hi" } })).status).toBe(
      409,
    );
    const answers = { email: "nope", phone: "0712 00" };
    const wrong = await fixture.visit("/prechat", { token, body: { answers } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { name: ["Hii inahitajika."] } } });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(["email", "name", "phone"]);
    const right = { name: "Mwende", email: "m@example.com", phone: "0712 000 193" };
    expect((await fixture.visit("/prechat", { token, body: { answers: right } })).status).toBe(201);
    expect((await fixture.visit("/thread", { token })).body.known.sort()).toEqual(["email", "name", "phone"]);
  });

  test("10,000 characters go, one more does not; nothing empty does", async () => {
    const { key } = await fixture.application();
    const { token } = await fixture.visitor(key);
    const say = (text: string) => fixture.visit("/messages", { token, body: { request_id: requestId(), text } });
    expect((await say("x".repeat(10_000))).status).toBe(201);
    expect((await say("x".repeat(10_001))).status).toBe(422);
    expect((await say(" \u0000 ")).status).toBe(422);
  });

  test("hostile text is text, byte for byte, and never a fault", async () => {
    const { key } = await fixture.application();
    const { token } = await fixture.visitor(key, `"><img src=x onerror=alert(1)>`);
    const hostile = [
      "<script>alert(1)</script>",
      "javascript:alert(1)",
      "{{constructor.constructor('alert(1)')()}}",
      "'; drop table chat.messages; --",
      "=cmd|' /C calc'!A0",
      "\u202Etxt.exe",
      "a\u0000b",
      "\ud800",
      "__proto__",
      "</textarea></script><svg onload=alert(1)>",
    ];
    for (const text of hostile)
      expect((await fixture.visit("/messages", { token, body: { request_id: requestId(), text } })).status).toBe(201);
    const { messages } = await thread(token);
    expect(messages[0].text).toBe(hostile[0]);
    expect(messages).toHaveLength(hostile.length);
  });
});

test("a body that is nested without end is refused in words", async () => {
  const { key } = await fixture.application();
  const { token } = await fixture.visitor(key);
  let deep: unknown = "a";
  for (let level = 0; level < 1_000; level++) deep = [deep];
  const answers = { name: deep };
  expect((await fixture.visit("/prechat", { token, body: { answers } })).status).toBe(422);
  const named = await fixture.visit("/prechat", { token, body: { answers: { "a\u0000b": "c" } } });
  expect(named.status).toBeLessThan(500);
});

describe("whose session it is", () => {
  test("another visitor sees nothing of it; nonsense and ended sessions are 401", async () => {
    const { key } = await fixture.application();
    const first = await fixture.visitor(key, "Mwende");
    await fixture.visit("/messages", { token: first.token, body: { request_id: requestId(), text: "My secret" } });
    const second = await fixture.visitor(key, "Otieno");
    expect(JSON.stringify(await thread(second.token))).not.toContain("My secret");
    for (const contact_id of [first.contact, 987_654_321]) {
      const rating = { contact_id, request_id: requestId(), stars: 1 };
      expect((await fixture.visit("/rating", { token: second.token, body: rating })).status).toBe(404);
    }
    const other = await fixture.application();
    const moved = first.token.replace(key, other.key);
    for (const token of ["", "x", moved, `${key}.${"A".repeat(43)}`])
      expect((await fixture.visit("/thread", { token })).status).toBe(401);
    expect((await fixture.visit("/session", { token: first.token, method: "DELETE" })).status).toBe(204);
    expect((await fixture.visit("/thread", { token: first.token })).status).toBe(401);
  });

  test("the database holds neither tokens nor names of visitors", async () => {
    const { key } = await fixture.application();
    const { token } = await fixture.visitor(key, "Nekesa Unmistakable");
    const rows = await fixture.rows("select v::text as line from webchat.visitors v");
    const all = rows.map(({ line }) => line).join("\n");
    expect(rows.length).toBeGreaterThan(0);
    expect(all).not.toContain("Unmistakable");
    expect(all).not.toContain(token.split(".")[1]);
  });
});

describe("signed identity (statement M40)", () => {
  test("the same customer on another device has the same conversation; a stranger who claims the name does not", async () => {
    const { id, key } = await fixture.application({ prechat: false });
    const made = await fixture.webchat("owner").newIdentitySecret({ params: { id } });
    if (made.status !== 201) throw new Error();
    const { secret } = made.body;
    const begin = (identity?: string) =>
      fixture.visit("/session", { body: { application: key, language: "en", ...(identity ? { identity } : {}) } });
    const phone = await begin(sign(secret, { sub: "7", name: "Mwende", email: "mwende@example.com" }));
    expect(phone).toMatchObject({ status: 201, body: { verified: true, known: ["name", "email"] } });
    const body = { request_id: requestId(), text: "From my phone" };
    await fixture.visit("/messages", { token: phone.body.token, body });
    const laptop = await begin(sign(secret, { sub: "7" }));
    expect(laptop.body.messages.map(({ text }: { text: string }) => text)).toEqual(["From my phone"]);
    const stranger = await begin();
    expect(stranger.body).toMatchObject({ verified: false, messages: [] });
    const claims = { answers: { name: "Mwende", email: "mwende@example.com" } };
    await fixture.visit("/prechat", { token: stranger.body.token, body: claims });
    expect((await thread(stranger.body.token)).messages).toEqual([]);

    expect((await begin(sign(`${secret}x`, { sub: "7" }))).status).toBe(401);
    expect((await begin("u:7")).status).toBe(401);
    await fixture.webchat("owner").newIdentitySecret({ params: { id } });
    expect((await begin(sign(secret, { sub: "7" }))).status).toBe(401);
  });

  test("who signs in during an anonymous chat keeps it, as the customer they are, and the old token reads nothing", async () => {
    const { id, key } = await fixture.application({ prechat: false });
    const made = await fixture.webchat("owner").newIdentitySecret({ params: { id } });
    if (made.status !== 201) throw new Error();
    const identity = sign(made.body.secret, { sub: "9", name: "Mwende", email: "mwende9@example.com" });
    const begin = (more: object = {}) =>
      fixture.visit("/session", { body: { application: key, language: "en", ...more } });
    const anonymous = (await begin()).body.token as string;
    const write = (token: string, text: string, request_id = requestId()) =>
      fixture.visit("/messages", { token, body: { request_id, text } });
    const again = requestId();
    await write(anonymous, "Before I sign in", again);
    const { contact_id } = (await thread(anonymous)).standing;

    const joined = await begin({ identity, previous: anonymous });
    expect(joined).toMatchObject({ status: 201, body: { verified: true, standing: { contact_id, stage: "waiting" } } });
    const signed = joined.body.token as string;
    expect(await fixture.visit("/thread", { token: anonymous })).toMatchObject({ status: 401 });
    // What was on its way meanwhile arrives once.
    await write(signed, "Before I sign in", again);
    await write(signed, "And after");
    const texts = (body: { messages: { text: string }[] }) => body.messages.map(({ text }) => text);
    expect(texts(await thread(signed))).toEqual(["Before I sign in", "And after"]);
    expect(texts((await begin({ identity })).body)).toEqual(["Before I sign in", "And after"]);
    const people = await fixture.rows(
      "select name, email, verified from chat.people where email = 'mwende9@example.com'",
    );
    expect(people).toEqual([{ name: "Mwende", email: "mwende9@example.com", verified: true }]);
    const [contact] = await fixture.rows(`select user_id, name from chat.contacts where contact_id = ${contact_id}`);
    expect(contact).toEqual({ user_id: "u:9", name: "Mwende" });

    // On another device they were anonymous too: of two conversations one runs on.
    const other = (await begin()).body.token as string;
    await write(other, "From my laptop");
    const both = await begin({ identity, previous: other });
    expect(both.body.standing).toMatchObject({ contact_id, stage: "waiting" });
    const running = await fixture.rows("select contact_id::int from chat.contacts where user_id = 'u:9' and not ended");
    expect(running).toEqual([{ contact_id }]);

    // What has ended is nobody's, for the next person at this computer may be another.
    const ended = (await begin()).body.token as string;
    await write(ended, "Someone else's");
    await fixture.visit("/end", { token: ended, body: {} });
    const next = await begin({ identity: sign(made.body.secret, { sub: "10" }), previous: ended });
    expect(next.body).toMatchObject({ verified: true, messages: [] });
    // A signed session is never handed on.
    const stolen = await begin({ identity: sign(made.body.secret, { sub: "11" }), previous: signed });
    expect(stolen.body.messages).toEqual([]);
    expect(texts(await thread(signed))).toContain("And after");
  });

  test("an application for signed-in customers lets no one else in", async () => {
    const { key } = await fixture.application({ identity_required: true });
    expect((await fixture.visit("/session", { body: { application: key } })).status).toBe(401);
  });
});

describe("files (statement M41)", () => {
  test("an image goes, named by its content; markup does not, whatever it is called", async () => {
    const { key } = await fixture.application();
    const { token } = await fixture.visitor(key);
    const send = (name: string, bytes: Buffer, request_id = requestId()) =>
      fixture.visit(`/files?${new URLSearchParams({ request_id, name })}`, { token, raw: new Uint8Array(bytes) });
    const id = requestId();
    const sent = await send("../../x.exe", png, id);
    expect(sent).toMatchObject({ status: 201, body: { message: { file: { name: "x.exe.png", image: true } } } });
    expect((await send("../../x.exe", png, id)).body.message.id).toBe(sent.body.message.id);
    expect((await send("picture.png", svg)).status).toBe(422);
    const rows = await fixture.rows("select count(*)::int as n from uploads.files where subject = 'webchat'");
    expect(rows[0]?.n).toBe(1);
  });

  test("a link lives for 15 minutes at most; an open chat has its own signed anew, and no one else's", async () => {
    const { key } = await fixture.application();
    const [one, two] = [await fixture.visitor(key), await fixture.visitor(key, "Someone else")];
    const path = `/files?${new URLSearchParams({ request_id: requestId(), name: "a.png" })}`;
    const { message } = (await fixture.visit(path, { token: one.token, raw: new Uint8Array(png) })).body;
    const endOf = (url: string) => {
      const { pathname, searchParams } = new URL(url, ours);
      return readLink(secret, pathname.slice("/files/".length), searchParams)?.expires ?? Number.NaN;
    };
    const now = Math.floor(Date.now() / 1000);
    expect(endOf(message.file.url) - now).toBeLessThanOrEqual(15 * 60);
    vi.useFakeTimers({ toFake: ["Date"], now: (now + 3_600) * 1_000 });
    try {
      const again = await fixture.visit("/links", { token: one.token });
      const links: Record<string, string> = again.body.data;
      expect(Object.keys(links)).toEqual([String(message.id)]);
      expect(endOf(links[message.id] ?? "")).toBe(now + 3_600 + 15 * 60);
      expect((await fixture.visit("/links", { token: two.token })).body.data).toEqual({});
      expect((await fixture.visit("/links")).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  test("more than 16 MB is refused unread", async () => {
    const { key } = await fixture.application();
    const { token } = await fixture.visitor(key);
    const headers = { "content-length": String(41 * 1024 * 1024) };
    const path = `/files?${new URLSearchParams({ request_id: requestId(), name: "a.png" })}`;
    expect((await fixture.visit(path, { token, raw: new Uint8Array(png), headers })).status).toBe(413);
  });
});

describe("from where it is asked (statement M39)", () => {
  test.each([
    ["https://shop.example", 201],
    ["https://www.shop.example", 403],
    ["https://shop.example.evil.test", 403],
    ["null", 403],
    [ours, 201],
  ])("Origin %s: %i", async (origin, status) => {
    const { key } = await fixture.application({ domains: ["shop.example"] });
    const answer = await fixture.visit("/session", { body: { application: key }, headers: { origin } });
    expect(answer.status).toBe(status);
    const allowed = answer.headers.get("access-control-allow-origin");
    expect(allowed).toBe(status === 201 && origin !== ours ? origin : null);
  });

  test("the frame names its sites, escapes what stands in it, and the loader is anybody's", async () => {
    const name = `</script><script>alert("1")</script>`;
    const { key } = await fixture.application({ name, domains: ["shop.example"] });
    const frame = await fixture.visit(`/frame?a=${key}`);
    expect(frame.headers.get("content-security-policy")).toContain(
      "frame-ancestors https://shop.example http://shop.example",
    );
    expect(frame.headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(frame.text).not.toContain("</script><script>alert");
    const loader = await fixture.visit(`/loader.js?a=${key}`);
    expect(loader.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(loader.text).not.toContain("</script>");
    const again = await fixture.visit(`/loader.js?a=${key}`, {
      headers: { "if-none-match": loader.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
    expect((await fixture.visit("/loader.js?a=none")).status).toBe(404);
  });

  test("a page of another site that asks without an origin is refused too", async () => {
    const { key } = await fixture.application();
    const response = await fixture.app.fetch(
      new Request(`${ours}/webchat/v1/faqs?a=${key}`, {
        headers: { host: "jibu.test", "sec-fetch-site": "cross-site" },
      }),
    );
    expect(response.status).toBe(403);
  });
});

test("questions are found by the beginnings of their words, and counted", async () => {
  const { key } = await fixture.application();
  const ask = fixture.webchat("owner");
  const category = await ask.createFaqCategory({ body: { name: "Delivery" } });
  if (category.status !== 201) throw new Error();
  const faq_category_id = category.body.data.id;
  const add = (question: string, more: object = {}) =>
    ask.createFaq({ body: { faq_category_id, question, answer: "Soon.", ...more } });
  const first = await add("Where is my parcel?");
  await add("Kifurushi changu kiko wapi?", { language: "sw" });
  await add("A secret parcel", { published: false });
  const find = async (q: string) =>
    (await fixture.visit(`/faqs?${new URLSearchParams({ a: key, q, language: "en" })}`)).body.data.map(
      ({ question }: { question: string }) => question,
    );
  expect(await find("parc")).toEqual(["Where is my parcel?"]);
  expect(await find("")).toEqual(["Where is my parcel?", "Kifurushi changu kiko wapi?"]);
  expect(await find("' | & ! :* (")).toHaveLength(2);
  const id = first.status === 201 ? first.body.data.id : 0;
  expect(await find("párcel")).toEqual(await find("parcel"));
  expect((await fixture.visit(`/faqs/${id}?a=${key}`)).body.answer).toBe("Soon.");
  expect((await fixture.visit(`/faqs/${id}/helped?a=${key}`, { body: {} })).status).toBe(204);
  expect(await ask.faqs({ query: { q: "parcel" } })).toMatchObject({
    body: { data: expect.arrayContaining([expect.objectContaining({ id, views: 1, helped: 1 })]) },
  });
});
