import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readIfDue } from "../../services/social/playstore/poll";
import { savanna } from "../chat/fixture";
import { type SocialFixture, socialFixture } from "./fixture";

let fixture: SocialFixture;
let app: { id: number; name: string };
const day = 86_400_000;
let old: string;
let answered: string;

beforeAll(async () => {
  fixture = await socialFixture();
  const { playstore } = fixture;
  old = playstore.write({ author: "Njeri", stars: 1, text: "It closes.", at: Date.now() - 2 * day });
  answered = playstore.write({ author: "Musa", stars: 5, text: "Good.", at: Date.now() - 3 * day });
  playstore.answer(answered, "Asante.");
  playstore.write({ author: "Long ago", stars: 3, text: "Old.", at: Date.now() - 9 * day });
  const body = { package_name: playstore.app, key: playstore.key, name: "Savanna app" };
  app = (await fixture.ask("connectPlayStore", { body })).body.data;
  await fixture.startJobs();
}, 60_000);
beforeEach(() => Object.assign(fixture.playstore.behaviour, { replies: "accept", reads: "answer" }));
afterAll(() => fixture.end());

type MessageRow = {
  text: string;
  contact_id: number;
  status: string;
  author: string;
  provider_id: string;
  meta: Record<string, unknown>;
};
const said = (review: string) =>
  fixture.rows<MessageRow>(sql`select m.text, m.contact_id, m.status, m.author, m.provider_id, m.meta
    from chat.messages m join chat.contacts c on c.customer_account = m.customer_account and c.contact_id = m.contact_id
    where c.user_id = ${review} and m.type <> 'event' order by m.id`);
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 4_500, interval: 50 });
const channel = async () => (await fixture.ask("channel", { params: { id: app.id } })).body;

/** The reviews are read now, whatever the clock says. */
async function read(): Promise<void> {
  await fixture.rows(sql`update social.review_polls set due_at = now() where customer_account = ${savanna}`);
  await readIfDue({ db: fixture.database.db, deps: fixture.deps }, { account: savanna, channel: app.id });
}

async function replied(review: string, message: string): Promise<{ status: number; body: { message: string } }> {
  const [{ contact_id = 0 } = {}] = await said(review);
  await fixture.chat.ask("startContact", { params: { id: contact_id } });
  const request_id = crypto.randomUUID().replaceAll("-", "");
  return fixture.ask("replyPlaystore", { body: { contact: contact_id, message, request_id } }, "joy");
}

test("an app is connected by a key that works, which is never told; a wrong one says why", async () => {
  expect(app).toMatchObject({ name: "Savanna app", webhook_url: "" });
  expect(JSON.stringify((await fixture.ask("channels")).body)).not.toContain("PRIVATE KEY");
  const [{ secrets } = { secrets: Buffer.from("") }] = await fixture.rows<{ secrets: Buffer }>(
    sql`select secrets from social.channels where customer_account = ${savanna} and id = ${app.id}`,
  );
  expect(secrets.toString("latin1")).not.toContain("PRIVATE KEY");
  const { key } = fixture.playstore;
  const other = await fixture.ask("connectPlayStore", { body: { package_name: "ke.co.another", key } });
  expect([other.status, other.body.message]).toEqual([406, expect.stringContaining("no app with this package name")]);
  const none = await fixture.ask("connectPlayStore", { body: { package_name: "ke.co.another", key: "{}" } });
  expect(none).toMatchObject({ status: 422, body: { errors: { key: [expect.stringContaining("JSON key file")] } } });
  const taken = { package_name: fixture.playstore.app, key };
  expect((await fixture.ask("connectPlayStore", { body: taken }, "lakeside")).status).toBe(406);
});

test("the first reading takes what no one answered; read again, nothing comes twice", async () => {
  await read();
  await until(async () => expect(await said(old)).toHaveLength(1));
  await read();
  await read();
  expect(await said(old)).toMatchObject([{ text: "★☆☆☆☆\nIt closes.", meta: { review: { stars: 1, edited: false } } }]);
  expect(await said(answered)).toEqual([]);
  const { rows } = await fixture
    .ask("webhooks", { params: { id: app.id }, query: {} })
    .then(({ body }) => ({ rows: body.data }));
  expect(rows).toHaveLength(1);
});

test("an agent's answer stands in the store and does not come back; a new one replaces it", async () => {
  expect((await replied(old, "Sorry. Which phone is it?")).status).toBe(201);
  const shown = () => fixture.playstore.reviews().find(({ id }) => id === old)?.reply?.text;
  await until(() => expect(shown()).toBe("Sorry. Which phone is it?"));
  await until(async () => expect((await said(old)).at(-1)).toMatchObject({ status: "sent", author: "agent" }));
  await read();
  expect((await replied(old, "Version 2.4 fixes it.")).status).toBe(201);
  await until(() => expect(shown()).toBe("Version 2.4 fixes it."));
  await until(async () => expect((await said(old)).at(-1)?.status).toBe("sent"));
  await read();
  expect(await said(old)).toHaveLength(3);
});

test("M14: an edited review is a new message of the same conversation, and is marked", async () => {
  const [{ contact_id } = { contact_id: 0 }] = await said(old);
  fixture.playstore.edit(old, { stars: 4, text: "It works now." });
  await read();
  await until(async () =>
    expect((await said(old)).at(-1)).toMatchObject({
      ...{ contact_id, text: "★★★★☆\nIt works now.", author: "customer", meta: { review: { edited: true, stars: 4 } } },
    }),
  );
});

test("an answer from the Play Console is shown as ours, once", async () => {
  const id = fixture.playstore.write({ author: "Baraka", stars: 3, text: "Fine." });
  await read();
  await until(async () => expect(await said(id)).toHaveLength(1));
  fixture.playstore.answer(id, "Answered in the console.");
  await fixture.rows(sql`update social.review_polls set walked_at = null where customer_account = ${savanna}`);
  await read();
  await read();
  await until(async () =>
    expect((await said(id)).map(({ text }) => text)).toEqual(["★★★☆☆\nFine.", "Answered in the console."]),
  );
});

test("M18: an answer whose fate Google does not tell is looked up, and is there once", async () => {
  const id = fixture.playstore.write({ author: "Zawadi", stars: 2, text: "Slow." });
  await read();
  await until(async () => expect(await said(id)).toHaveLength(1));
  fixture.playstore.behaviour.replies = "silent";
  const before = fixture.playstore.counts.replies;
  expect((await replied(id, "We work on it.")).status).toBe(201);
  await until(async () => expect((await said(id)).at(-1)).toMatchObject({ text: "We work on it.", status: "sent" }));
  expect(fixture.playstore.counts.replies).toBe(before + 1);
  await read();
  expect(await said(id)).toHaveLength(2);
});

test("351 characters are refused before Google is asked; a review that is gone says so", async () => {
  expect((await replied(old, "x".repeat(351))).status).toBe(422);
  const id = fixture.playstore.write({ author: "Gone", stars: 2, text: "Bad." });
  await read();
  await until(async () => expect(await said(id)).toHaveLength(1));
  fixture.playstore.remove(id);
  await replied(id, "Hello");
  await until(async () => expect((await said(id)).at(-1)).toMatchObject({ status: "failed" }));
});

test("M14: the day's 2,000 answers used up, the next waits", async () => {
  await fixture.rows(sql`
    insert into social.outgoing (customer_account, message_id, channel_id, external_id, state, at)
    select ${savanna}, 'used-' || n, ${app.id}, 'someone', 'sent', now() - interval '2 hours' from generate_series(1, 2000) n`);
  const id = fixture.playstore.write({ author: "Late", stars: 2, text: "Hm." });
  await read();
  await until(async () => expect(await said(id)).toHaveLength(1));
  const before = fixture.playstore.counts.replies;
  const [{ contact_id = 0 } = {}] = await said(id);
  await replied(id, "Hello");
  await until(async () => {
    const [{ id: message = 0 } = {}] = await fixture.rows<{ id: number }>(
      sql`select id from chat.messages where customer_account = ${savanna} and contact_id = ${contact_id} and author = 'agent'`,
    );
    const { body } = await fixture.ask("deliver", { body: { message } }, "service");
    expect(body).toMatchObject({ status: "later", seconds: 3_600 });
  });
  expect(fixture.playstore.counts.replies).toBe(before);
  await fixture.rows(sql`delete from social.outgoing where customer_account = ${savanna} and message_id like 'used-%'`);
});

test("a reading that fails waits and says why; an outage of more than seven days is shown as a gap", async () => {
  fixture.playstore.behaviour.reads = "limit";
  for (const _ of [1, 2, 3]) await read();
  expect((await channel()).health).toMatchObject({ state: "bad", words: expect.stringContaining("no more calls") });
  const [{ wait } = { wait: 0 }] = await fixture.rows<{ wait: number }>(
    sql`select extract(epoch from due_at - now())::float as wait from social.review_polls where customer_account = ${savanna}`,
  );
  expect(wait).toBeGreaterThan(250);
  fixture.playstore.behaviour.reads = "answer";
  await fixture.rows(
    sql`update social.review_polls set polled_at = now() - interval '9 days' where customer_account = ${savanna}`,
  );
  await read();
  expect((await channel()).health.state).toBe("good");
  const { body } = await fixture.ask("webhooks", { params: { id: app.id }, query: { limit: 1 } });
  expect(body.data[0].fault).toMatch(/^Reviews from .* may be missing/);
});

test("each rehearsal tells what it did", async () => {
  const played = async (sample: string) =>
    (await fixture.ask("rehearse", { params: { id: app.id }, body: { sample } })).body.data.map(
      ({ did, fault }: { did: string; fault: string }) => `${did}${fault}`,
    );
  const message = expect.stringMatching(/^A message in conversation \d+\.$/);
  const nothing = expect.stringMatching(/^Nothing new: it is in conversation \d+ already\.$/);
  expect(await played("text")).toEqual([message]);
  expect(await played("duplicate")).toEqual([message, nothing, nothing]);
  expect(await played("edit")).toEqual([message, message]);
});

test("more reviews than a page holds all come in", async () => {
  const ids = Array.from({ length: 130 }, (_, n) =>
    fixture.playstore.write({ author: `R${n}`, stars: 3, text: `No ${n}` }),
  );
  await read();
  const { length } = await fixture.rows(
    sql`select 1 from social.reviews where customer_account = ${savanna} and review_id = any(${ids})`,
  );
  expect(length).toBe(130);
});
