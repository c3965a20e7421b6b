import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listFinished } from "../../services/chat/inside/finished";
import { finishedLimit } from "../../services/kit/contract.finished";
import { type FinishedAnswer, walkFinished } from "../setup/finished";
import { plansOf } from "../setup/plans";
import { type ChatFixture, chatFixture } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
  await fixture.status("joy", "online");
});
afterAll(() => fixture.end());

const stamp = (at: Date) => at.toISOString().replace("Z", "000Z");
const day = { from: "2026-06-08T00:00:00.000000Z", until: "2026-06-09T00:00:00.000000Z" };
const finished = async (body: object = day, account = "100001"): Promise<FinishedAnswer> =>
  (await fixture.ask("finished", { body }, "service", account)).body;
const records = async () => (await finished()).data.map(({ record }) => record);
const end = (id: number) => fixture.act("endContact", id);

/** A conversation that Joy answered; it is still open. */
async function answered(from: string, more: Parameters<ChatFixture["wrote"]>[2] = {}) {
  const contact = await fixture.wrote(from, "A question", more);
  if (!(await fixture.contact(contact.contact_id)).opened) await fixture.act("startContact", contact.contact_id);
  expect((await fixture.say(contact.contact_id, "An answer")).status).toBe(201);
  return contact;
}

test("an answered conversation is found when it has ended, with the number and the name of its customer", async () => {
  const sender = { name: "Mwende", msisdn: "+254712000193" };
  const known = await answered("254712000193", { channel: "whatsapp", sender });
  const visitor = await answered("visitor", { sender: { name: "Juma" } });
  await fixture.later(60);
  expect(await records()).not.toContain(known.contact_id);
  await end(known.contact_id);
  const at = stamp(fixture.clock.now);
  await fixture.later(60);
  await end(visitor.contact_id);
  expect(await finished()).toEqual({
    data: [
      { record: known.contact_id, at, phone: "+254712000193", name: "Mwende" },
      { record: visitor.contact_id, at: stamp(fixture.clock.now), phone: "", name: "Juma" },
    ],
    more: false,
  });
  // The first moment is in the range, the last one is not.
  expect((await finished({ from: at, until: stamp(fixture.clock.now) })).data).toMatchObject([
    { record: known.contact_id },
  ]);
  // A number that an agent writes down later is known from then on.
  await fixture.ask("savePerson", { params: { id: visitor.person_id }, body: { msisdn: "0712 000 194" } });
  expect((await finished()).data).toMatchObject([{}, { phone: "+254712000194" }]);
});

test("the number of who was joined with a known customer is that customer's", async () => {
  const one = await answered("joined-one", { sender: { name: "Nuru" } });
  const two = await fixture.wrote("joined-two", "Hello", { sender: { name: "Nuru W" } });
  await fixture.ask("savePerson", { params: { id: two.person_id }, body: { msisdn: "0712000196" } });
  await fixture.inside((trx) =>
    sql`update chat.people set merged_into = ${two.person_id} where id = ${one.person_id}`.execute(trx),
  );
  await end(one.contact_id);
  expect((await finished()).data).toContainEqual(
    expect.objectContaining({ record: one.contact_id, phone: "+254712000196", name: "Nuru" }),
  );
});

test("what nobody answered, what did not go out, spam and blocked customers are left out", async () => {
  const before = await records();
  const silent = await fixture.wrote("silent", "Hello");
  const noted = await fixture.wrote("noted", "Hello");
  await fixture.say(noted.contact_id, "Who is this?", "joy", { type: "note" });
  const automatic = await fixture.wrote("automatic", "Hello");
  const failed = await answered("254712000197", { channel: "whatsapp" });
  const spam = await answered("spam");
  const blocked = await answered("blocked");
  const running = await answered("running");
  await fixture.inside(async (trx) => {
    // As a service writes by itself: without a writer.
    await sql`insert into chat.messages (customer_account, contact_id, inbox_id, message_id, author, author_name, type,
        is_admin, text, status)
      select customer_account, contact_id, inbox_id, 'written-by-itself', 'agent', 'Jibu', 'text', true, 'Hello', 'sent'
      from chat.contacts where contact_id = ${automatic.contact_id}`.execute(trx);
    await sql`update chat.contacts set first_reply_at = now() where contact_id = ${automatic.contact_id}`.execute(trx);
    await sql`update chat.messages set status = 'failed'
      where contact_id = ${failed.contact_id} and author = 'agent'`.execute(trx);
  });
  const ended = [silent, noted, automatic, failed, spam, blocked];
  for (const { contact_id } of ended) expect((await end(contact_id)).status).toBeLessThan(300);
  expect(await records()).toEqual([...before, spam.contact_id, blocked.contact_id]);
  const body = { contact_id: spam.contact_id, type_id: 3, item_id: 6 };
  expect((await fixture.ask("setDisposition", { body })).status).toBe(201);
  await fixture.ask("savePerson", { params: { id: blocked.person_id }, body: { blocked: true } });
  expect(await records()).toEqual(before);
  // Another disposition is no spam.
  expect((await fixture.ask("setDisposition", { body: { ...body, item_id: 5 } })).status).toBe(201);
  expect(await records()).toEqual([...before, spam.contact_id]);
  expect(await records()).not.toContain(running.contact_id);
});

test("pages that part in one moment have everything once, and another account has nothing of it", async () => {
  const { contact_id } = await answered("many");
  await end(contact_id);
  const at = "2026-07-01T10:00:00.123456Z";
  await fixture.inside(async (trx) => {
    await sql`insert into chat.contacts (customer_account, contact_id, inbox_id, channel, user_id, person_id, name, ended,
        ended_at, first_reply_at)
      select customer_account, 500000 + n, inbox_id, channel, 'many-' || n, person_id, 'Copy', true, ${at}, first_reply_at
      from chat.contacts, generate_series(1, ${finishedLimit + 2}) n where contact_id = ${contact_id}`.execute(trx);
    await sql`insert into chat.messages (customer_account, contact_id, inbox_id, message_id, author, author_id, type,
        is_admin, text, status)
      select customer_account, 500000 + n, inbox_id, 'many-' || n, author, author_id, type, is_admin, text, status
      from chat.messages, generate_series(1, ${finishedLimit + 2}) n
      where contact_id = ${contact_id} and author = 'agent'`.execute(trx);
  });
  const range = { from: "2026-07-01T00:00:00.000000Z", until: "2026-07-01T10:00:00.123457Z" };
  const pages = await walkFinished((body) => finished(body), range);
  expect(pages.map(({ length }) => length)).toEqual([finishedLimit, 2]);
  const found = pages.flat();
  expect(new Set(found.map((one) => one.at))).toEqual(new Set([at]));
  expect(found.map(({ record }) => record)).toEqual(
    Array.from({ length: finishedLimit + 2 }, (_, index) => 500_001 + index),
  );
  expect((await finished({ ...range, until: at })).data).toEqual([]);
  expect(await finished({ ...range, from: day.from }, "200002")).toEqual({ data: [], more: false });
});

test("only services may ask", async () => {
  for (const token of ["owner", "joy", "nobody"] as const)
    expect((await fixture.ask("finished", { body: day }, token)).status).toBe(403);
  expect((await fixture.ask("finished", { body: day }, "guest")).status).toBe(401);
});

test("the range is read from an index in its order, below row security too", async () => {
  const [plan] = await fixture.inside((trx) =>
    plansOf(trx, (planned) => listFinished(planned, "100001", { ...day, after: 0 })),
  );
  expect(plan).toMatch(
    /using contacts_finished .*\n.*Index Cond: .*ended_at >= .*ended_at < .*ROW\(.*ended_at, .*\) > ROW/,
  );
  expect(plan).not.toContain("Sort");
});
