import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { threadId } from "../../rules/x-threads";
import { challengeAnswer } from "../../services/connectors/twitter.events";
import { savanna } from "../chat/fixture";
import { type SocialFixture, socialFixture } from "./fixture";

let fixture: SocialFixture;
/** The conversations that Joy answers. */
const taken = new Set<number>();
let channel: { id: number; name: string; webhook_url: string };

beforeAll(async () => {
  fixture = await socialFixture();
  const body = { ...fixture.twitter.keys, name: "Savanna on X" };
  channel = (await fixture.ask("connectTwitter", { body })).body.data;
  await fixture.startJobs();
}, 60_000);
beforeEach(() => Object.assign(fixture.twitter.behaviour, { send: "accept", hookTimes: 1, limitSeconds: 900 }));
// An agent has room for a few conversations at a time.
afterEach(async () => {
  for (const id of taken) await fixture.chat.ask("endContact", { params: { id } });
  taken.clear();
});
afterAll(() => fixture.end());

type MessageRow = {
  id: number;
  text: string;
  contact_id: number;
  status: string;
  author: string;
  provider_id: string;
  reason: string;
  deleted: boolean;
  file_name: string;
};
const said = (user: string) =>
  fixture.rows<MessageRow>(sql`select m.id::int as id, m.text, m.contact_id::int as contact_id, m.status, m.author, m.provider_id, m.reason,
      m.deleted_at is not null as deleted, m.file_name
    from chat.messages m join chat.contacts c on c.customer_account = m.customer_account and c.contact_id = m.contact_id
    where c.user_id = ${user} and m.type <> 'event' order by m.id`);
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 4_500, interval: 50 });
const lines = (user: string) => fixture.twitter.people().find(({ id }) => id === user)?.lines ?? [];
const newRequest = () => crypto.randomUUID().replaceAll("-", "");

/** The conversation with someone, which Joy answers. */
async function conversationWith(user: string): Promise<number> {
  await until(async () => expect((await said(user)).length).toBeGreaterThan(0));
  const [{ contact_id = 0 } = {}] = await said(user);
  if (!taken.has(contact_id)) await fixture.chat.ask("startContact", { params: { id: contact_id } });
  taken.add(contact_id);
  return contact_id;
}

/** A thread that someone began in public, and what Joy knows it by. */
async function mentioned(user: string, text: string): Promise<{ user: string; post: string }> {
  expect(await fixture.twitter.mention(user, { text })).toBe(200);
  const post = lines(user).at(-1)?.id ?? "";
  return { user: threadId(post, user), post };
}

test("an account is connected by keys that X accepts, which are never told; others say why, and nothing is kept", async () => {
  expect(channel).toMatchObject({ name: "Savanna on X", shown: "@savannatraders" });
  const shown = JSON.stringify((await fixture.ask("channels")).body);
  for (const key of Object.values(fixture.twitter.keys)) expect(shown).not.toContain(key);
  const wrong = { ...fixture.twitter.keys, access_secret: "another-secret-of-it" };
  const refused = await fixture.ask("connectTwitter", { body: wrong });
  expect([refused.status, refused.body.message]).toEqual([406, expect.stringContaining("does not accept these keys")]);
  const none = await fixture.ask("connectTwitter", { body: { ...wrong, api_key: "" } });
  expect(none).toMatchObject({ status: 422, body: { errors: { api_key: [expect.stringContaining("API key")] } } });
  expect((await fixture.ask("connectTwitter", { body: fixture.twitter.keys }, "lakeside")).status).toBe(406);
  expect((await fixture.ask("channels")).body.data).toHaveLength(1);
  const tested = await fixture.ask("testChannel", { params: { id: channel.id } });
  expect(tested.body.message).toBe("Savanna on X answers. The connection works.");
});

test("X's challenge is answered with the secret's hash; nothing that could be a body is ever signed", async () => {
  const at = (token: string) =>
    fetch(`${channel.webhook_url}?${new URLSearchParams({ crc_token: token, nonce: "n" })}`);
  const answer = await at("MTIzNDU2Nzg5MA");
  expect(await answer.json()).toEqual({
    response_token: challengeAnswer(fixture.twitter.keys.api_secret, "MTIzNDU2Nzg5MA"),
  });
  expect((await at('{"for_user_id":"1"}')).status).toBe(404);
  expect((await at("")).status).toBe(404);
  expect((await fetch(`${channel.webhook_url.slice(0, -4)}AAAA?crc_token=abc`)).status).toBe(404);
});

test("what is not signed by X is refused and leaves nothing behind", async () => {
  const body = JSON.stringify({ for_user_id: fixture.twitter.account.id });
  const post = (headers: Record<string, string>) => fetch(channel.webhook_url, { method: "POST", headers, body });
  expect((await post({})).status).toBe(401);
  expect((await post({ "x-twitter-webhooks-signature": "sha256=AAAA" })).status).toBe(401);
  expect((await fixture.ask("webhooks", { params: { id: channel.id }, query: {} })).body.data).toEqual([]);
});

test("each mention begins a conversation of its own; what follows in the thread belongs to it, however often it comes", async () => {
  const { twitter } = fixture;
  twitter.join("101", "Wanjiru Kamau", "wanjiru");
  twitter.behaviour.hookTimes = 3;
  const first = await mentioned("101", "Where is my order?");
  const second = await mentioned("101", "Do you have the 43 inch TV?");
  await until(async () => expect(await said(second.user)).toHaveLength(1));
  await twitter.mention("101", { text: "It is number 55.", to: first.post });
  await until(async () =>
    expect((await said(first.user)).map(({ text }) => text)).toEqual([
      ...["@savannatraders Where is my order?", "@savannatraders It is number 55."],
    ]),
  );
  expect(await said(second.user)).toHaveLength(1);
  const [{ contact_id = 0 } = {}] = await said(first.user);
  const shown = await fixture.chat.ask("contact", { params: { id: contact_id } });
  expect(shown.body.contact).toMatchObject({ name: "Wanjiru Kamau (@wanjiru)", channel: "twitter" });
  expect(shown.body.can).toMatchObject({ most_characters: 280, delete: "everywhere", sync: false });
  expect(twitter.counts.lookups).toBe(0);
});

test("a reply to a post that is not here yet joins the thread that X names", async () => {
  const { twitter } = fixture;
  twitter.join("102", "Otieno", "otieno");
  await twitter.writeAsAccount("102", "Our new shop is open.");
  // Nothing of ours is in the inbox: the post stands alone on X.
  const own = await mentioned("102", "When do you open?");
  await until(async () => expect(await said(own.user)).toHaveLength(1));
  await fixture.rows(sql`delete from social.tweets where customer_account = ${savanna}`);
  await twitter.mention("102", { text: "And on Sunday?", to: own.post });
  await until(async () => expect(await said(own.user)).toHaveLength(2));
  expect(twitter.counts.lookups).toBe(1);
});

test("an agent's reply is a public post under the customer's newest one, once, and does not come back", async () => {
  const { user, post } = await mentioned("103", "Is it new?");
  const contact = await conversationWith(user);
  const request_id = newRequest();
  const body = { contact, message: "Yes. See savanna.co.ke/new", request_id };
  const long = { contact, message: "x".repeat(281), request_id: newRequest() };
  const refused = await fixture.ask("replyTweet", { body: long }, "joy");
  expect([refused.status, refused.body.message]).toEqual([406, "X takes 280 characters; this has 281."]);
  expect((await fixture.ask("replyDm", { body }, "joy")).body.message).toMatch(/public thread/);
  expect((await fixture.ask("replyTweet", { body }, "joy")).status).toBe(201);
  expect((await fixture.ask("replyTweet", { body }, "joy")).status).toBe(201);
  await until(async () => expect((await said(user)).at(-1)).toMatchObject({ status: "sent", author: "agent" }));
  expect(lines("103").filter(({ from }) => from === "business")).toMatchObject([{ kind: "post", reply_to: post }]);
  await until(async () => {
    const { data } = (await fixture.ask("webhooks", { params: { id: channel.id }, query: {} })).body;
    expect(data[0].did).toMatch(/left from here|is now sent/);
  });
  expect(await said(user)).toHaveLength(2);
});

test("direct messages go both ways, with pictures", async () => {
  const { twitter } = fixture;
  twitter.join("104", "Achieng", "achieng");
  expect(await twitter.message("104", { text: "Habari & karibu" })).toBe(200);
  await twitter.message("104", { text: "", picture: twitter.picture });
  await until(async () =>
    expect(await said("104")).toMatchObject([{ text: "Habari & karibu" }, { text: "", file_name: "photo.jpg" }]),
  );
  await until(() => expect(fixture.kept).toContain("photo.jpg"));
  const contact = await conversationWith("104");
  const body = { contact, message: "Nzuri!", request_id: newRequest() };
  expect((await fixture.ask("replyTweet", { body }, "joy")).body.message).toMatch(/direct messages, not a public/);
  expect((await fixture.ask("replyDm", { body }, "joy")).status).toBe(201);
  await until(async () => expect((await said("104")).at(-1)?.status).toBe("sent"));
  expect(lines("104").at(-1)).toMatchObject({ kind: "dm", from: "business", text: "Nzuri!" });
});

test("too many calls: what is written waits until X takes it, then leaves once, and X is not asked meanwhile", async () => {
  const { twitter } = fixture;
  await twitter.message("105", { text: "Uko?" });
  const contact = await conversationWith("105");
  Object.assign(twitter.behaviour, { send: "wait", limitSeconds: 2 });
  const before = twitter.counts.limited;
  for (const message of ["One", "Two"])
    expect((await fixture.ask("replyDm", { body: { contact, message, request_id: newRequest() } }, "joy")).status).toBe(
      201,
    );
  await until(() => expect(twitter.counts.limited).toBe(before + 1));
  expect((await said("105")).slice(1)).toMatchObject([{ status: "queued" }, { status: "queued" }]);
  const [limit] = await fixture.rows<{ endpoint: string }>(
    sql`select endpoint from social.rate_limits where customer_account = ${savanna} and until > now()`,
  );
  expect(limit).toEqual({ endpoint: "dm" });
  expect((await fixture.ask("channel", { params: { id: channel.id } })).body.health.failed).toBe(0);
  twitter.behaviour.send = "accept";
  await vi.waitFor(
    async () => expect((await said("105")).slice(1)).toMatchObject([{ status: "sent" }, { status: "sent" }]),
    { timeout: 9_000, interval: 100 },
  );
  expect(twitter.counts.limited).toBe(before + 1);
  const ours = lines("105").filter(({ from }) => from === "business");
  expect(ours.map(({ text }) => text)).toEqual(["One", "Two"]);
}, 15_000);

test("M18: a message whose fate X does not tell is known by what X shows of it, and leaves once", async () => {
  const { twitter } = fixture;
  await twitter.message("106", { text: "Hello" });
  const { user } = await mentioned("106", "Hello?");
  twitter.behaviour.send = "silent";
  const direct = await conversationWith("106");
  const thread = await conversationWith(user);
  await fixture.ask("replyDm", { body: { contact: direct, message: "Privately.", request_id: newRequest() } }, "joy");
  await fixture.ask(
    "replyTweet",
    { body: { contact: thread, message: "In public.", request_id: newRequest() } },
    "joy",
  );
  for (const one of ["106", user])
    await until(async () => expect((await said(one)).at(-1)).toMatchObject({ status: "sent", reason: "" }));
  expect(await said("106")).toHaveLength(2);
  expect(await said(user)).toHaveLength(2);
  expect(lines("106").filter(({ from }) => from === "business")).toHaveLength(2);
});

test("what is written on X itself by the account is shown as ours, in its place", async () => {
  const { twitter } = fixture;
  const { user, post } = await mentioned("107", "Anyone there?");
  await until(async () => expect(await said(user)).toHaveLength(1));
  await twitter.writeAsAccount("107", "Answered on X.", post);
  await twitter.writeAsAccount("107", "And privately.");
  await until(async () => expect((await said(user)).at(-1)).toMatchObject({ text: "Answered on X.", author: "agent" }));
  await until(async () => expect(await said("107")).toMatchObject([{ text: "And privately.", author: "agent" }]));
});

test("someone takes no direct messages: the reply fails and says so", async () => {
  const { twitter } = fixture;
  await twitter.message("108", { text: "Hi" });
  const contact = await conversationWith("108");
  twitter.join("108").closed = true;
  await fixture.ask("replyDm", { body: { contact, message: "Hi!", request_id: newRequest() } }, "joy");
  await until(async () =>
    expect((await said("108")).at(-1)).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("does not let you write"),
    }),
  );
  expect((await fixture.ask("channel", { params: { id: channel.id } })).body.health.state).not.toBe("bad");
});

test("what one wrote is deleted on X too, a post or a direct message; each by its own call", async () => {
  const { twitter } = fixture;
  const { user } = await mentioned("109", "Price?");
  await twitter.message("109", { text: "Price?" });
  const thread = await conversationWith(user);
  const direct = await conversationWith("109");
  await fixture.ask("replyTweet", { body: { contact: thread, message: "KES 5.", request_id: newRequest() } }, "joy");
  await fixture.ask("replyDm", { body: { contact: direct, message: "KES 6.", request_id: newRequest() } }, "joy");
  for (const one of [user, "109"]) await until(async () => expect((await said(one)).at(-1)?.status).toBe("sent"));
  const post = (await said(user)).at(-1)?.id ?? 0;
  const dm = (await said("109")).at(-1)?.id ?? 0;
  expect((await fixture.ask("deleteDm", { body: { message: post } }, "joy")).status).toBe(406);
  expect((await fixture.ask("deleteTweet", { body: { message: post } }, "owner")).status).toBe(406);
  expect((await fixture.ask("deleteTweet", { body: { message: 999_999 } }, "joy")).status).toBe(404);
  expect((await fixture.ask("deleteTweet", { body: { message: post } }, "joy")).status).toBe(201);
  expect((await fixture.ask("deleteDm", { body: { message: dm } }, "joy")).status).toBe(201);
  await until(() =>
    expect(lines("109").filter(({ from }) => from === "business")).toMatchObject([{ gone: true }, { gone: true }]),
  );
  expect((await said(user)).at(-1)?.deleted).toBe(true);
});

test("direct messages that are missing are asked for again, once each; a thread has no such call", async () => {
  const { twitter } = fixture;
  await twitter.message("110", { text: "First" });
  const contact = await conversationWith("110");
  twitter.keep("110", "Lost on the way");
  for (let n = 0; n < 2; n++) expect((await fixture.ask("syncDm", { body: { contact } }, "joy")).status).toBe(201);
  expect((await said("110")).map(({ text }) => text)).toEqual(["First", "Lost on the way"]);
  const { user } = await mentioned("110", "In public");
  const thread = await conversationWith(user);
  expect((await fixture.ask("syncDm", { body: { contact: thread } }, "joy")).status).toBe(406);
});

test("a picture that an agent uploaded goes by direct message; another file does not", async () => {
  const { twitter } = fixture;
  await twitter.message("111", { text: "Show me" });
  const contact = await conversationWith("111");
  const file = `0000${crypto.randomUUID().slice(4)}`;
  fixture.files.set(file, { name: "tv.png", type: "image/png", bytes: new Uint8Array([1, 2, 3]) });
  const body = { contact, file, request_id: newRequest() };
  expect((await fixture.ask("sendTdmImage", { body }, "joy")).status).toBe(201);
  await until(() => expect(lines("111").at(-1)).toMatchObject({ kind: "dm", picture: { name: "tv.png" } }));
  await until(async () => expect((await said("111")).at(-1)).toMatchObject({ status: "sent" }));
  const paper = crypto.randomUUID().replace(/^..../, "abcd");
  const refused = await fixture.ask(
    "sendTdmImage",
    { body: { contact, file: paper, request_id: newRequest() } },
    "joy",
  );
  expect([refused.status, refused.body.message]).toEqual([406, "X takes pictures only."]);
});

test("a rehearsal goes the true way in, and what is written to it goes nowhere", async () => {
  const shown = (await fixture.ask("channel", { params: { id: channel.id } })).body;
  expect(shown.samples).toEqual(["text", "album", "duplicate", "unsupported"]);
  for (const sample of ["text", "duplicate"])
    expect((await fixture.ask("rehearse", { params: { id: channel.id }, body: { sample } })).status).toBe(201);
  const user = "999000000000000001";
  await until(async () => expect(await said(user)).toHaveLength(2));
  const contact = await conversationWith(user);
  const before = fixture.twitter.counts.dms;
  await fixture.ask("replyDm", { body: { contact, message: "Hello", request_id: newRequest() } }, "joy");
  await until(async () => expect((await said(user)).at(-1)?.status).toBe("sent"));
  expect(fixture.twitter.counts.dms).toBe(before);
});

test("an erasure takes what went to a person, their posts' ids, and what X posted of them", async () => {
  const { user } = await mentioned("112", "Forget me");
  await fixture.twitter.message("112", { text: "Forget me too" });
  await until(async () => expect(await said("112")).toHaveLength(1));
  const left = () =>
    fixture.rows(sql`
      select 1 from social.tweets where customer_account = ${savanna} and external_id = ${user}
      union all select 1 from social.webhooks where customer_account = ${savanna} and encode(body, 'escape') like '%"112"%'`);
  await until(async () =>
    expect(
      await fixture.rows(sql`select 1 from social.webhooks where customer_account = ${savanna} and done_at is null`),
    ).toEqual([]),
  );
  expect(await left()).toHaveLength(3);
  const [{ inbox_id = 0 } = {}] = await fixture.rows<{ inbox_id: number }>(
    sql`select inbox_id::int as inbox_id from social.channels where customer_account = ${savanna} and id = ${channel.id}`,
  );
  await fixture.ask("forgetCustomers", { body: { inbox_id, external_ids: [user] } }, "service");
  expect(await left()).toEqual([]);
});

test("an account that takes back its access stops the channel in words; disconnected, X posts no more", async () => {
  const { twitter } = fixture;
  await twitter.post({ user_event: { revoke: { source: { user_id: twitter.account.id } } } });
  await until(async () =>
    expect((await fixture.ask("channel", { params: { id: channel.id } })).body.health).toMatchObject({
      ...{ state: "bad", words: "The account took back the application's access on X." },
    }),
  );
  await fixture.ask("disconnectChannel", { params: { id: channel.id } });
  expect([twitter.hooks.size, twitter.subscribed.size]).toEqual([0, 0]);
});
