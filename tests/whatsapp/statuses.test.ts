import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

let fixture: WhatsappFixture;
beforeAll(async () => {
  fixture = await whatsappFixture();
  await fixture.ask("refreshNumber", { params: { id: fixture.number.id } });
  await fixture.ask("syncTemplates");
  fixture.graph.behaviour.statuses = false;
  fixture.startSending();
}, 90_000);
afterAll(() => fixture.end());

type SentMessage = { seq: number; tries: number; provider_id: string };

/** A broadcast that has left, and of which WhatsApp has said nothing yet. */
async function sentBroadcast(
  group: number,
  size: number,
  prefix: string,
): Promise<{ id: number; sent: SentMessage[] }> {
  fixture.group(group, size, prefix);
  const id = await fixture.draft(group, "weekend_offer");
  await fixture.confirm(id);
  await fixture.until(async () => expect((await fixture.broadcast(id)).counts.sent).toBe(size));
  const sent = await fixture.rows<SentMessage>(
    sql`select seq, tries, provider_id from whatsapp.recipients where broadcast_id = ${id} order by seq`,
  );
  return { id, sent };
}

const tell = (id: number, { seq, tries, provider_id }: SentMessage, status: string, more: object = {}) =>
  fixture.graph.post({
    statuses: [{ id: provider_id, status, biz_opaque_callback_data: `b.${id}.${seq}.${tries}`, ...more }],
  });

const words = async (did: string) =>
  (
    await fixture.rows<{ times: number }>(
      sql`select count(*)::int as times from social.webhooks where did = ${did} and done_at is not null and fault = ''`,
    )
  )[0]?.times;

test("statuses that wait in any order end at the furthest, a failure among them is one, and what customers write behind them arrives", async () => {
  const size = 120;
  const { id, sent } = await sentBroadcast(1, size, "25471201");
  await fixture.social.stopJobs();
  const [failed, ...others] = sent;
  // The furthest comes first for some, last for others, and twice for all.
  for (const [at, one] of others.entries()) {
    const order = ["sent", "delivered", "read"];
    for (const status of at % 2 === 0 ? order : order.toReversed()) await tell(id, one, status);
    if (at === 40) await fixture.graph.write("254712990001", "Do you deliver to Kisumu?", "Achieng");
    if (at === 60 && failed) await tell(id, failed, "failed", { errors: [{ code: 131026, title: "Undeliverable" }] });
    if (at % 10 === 0) await tell(id, one, "read");
  }
  await fixture.graph.write("254712990001", "And when?", "Achieng");
  await fixture.social.startJobs();
  await fixture.until(async () =>
    expect((await fixture.broadcast(id)).counts).toMatchObject({ read: size - 1, failed: 1 }),
  );
  await fixture.until(async () => {
    const texts = await fixture.rows<{ text: string }>(
      sql`select text from chat.messages where text in ('Do you deliver to Kisumu?', 'And when?') order by id`,
    );
    expect(texts.map(({ text }) => text)).toEqual(["Do you deliver to Kisumu?", "And when?"]);
  });
  expect(await words("A message of a broadcast is now delivered.")).toBe(size - 1);
  const { rows } = { rows: await fixture.rows(sql`select 1 from social.webhooks where done_at is null`) };
  expect(rows).toEqual([]);
  const wrong = sql`select 1 from whatsapp.recipients where broadcast_id = ${id} and state = 'read'
    and (read_at is null or delivered_at is null or sent_at is null)`;
  expect(await fixture.rows(wrong)).toEqual([]);
});

test("jobs of one channel that run at once take its statuses together and not a few each, and a STOP behind them first", async () => {
  const size = 60;
  const { id, sent } = await sentBroadcast(3, size, "25471203");
  await fixture.social.stopJobs();
  for (const one of sent) for (const status of ["delivered", "read"]) await tell(id, one, status);
  await fixture.graph.write("254712030001", "STOP", "Achieng");
  const upstreams = fixture.social.deps.clientsOfAccount;
  let calls = 0;
  fixture.social.deps.clientsOfAccount = (account) => {
    const given = upstreams(account);
    const { heardStatuses } = given.whatsapp;
    const counted: typeof heardStatuses = (input) => {
      calls += 1;
      return heardStatuses(input);
    };
    return { ...given, whatsapp: { ...given.whatsapp, heardStatuses: counted } };
  };
  await fixture.social.startJobs();
  await fixture.until(async () => expect((await fixture.broadcast(id)).counts).toMatchObject({ read: size }));
  fixture.social.deps.clientsOfAccount = upstreams;
  // A few, to see what there is, and then the others.
  expect(calls).toBe(2);
  const stop = sql`(select done_at from social.webhooks where position('"STOP"'::bytea in body) > 0)`;
  await fixture.until(async () => expect(await fixture.rows(sql`select 1 where ${stop} is not null`)).toHaveLength(1));
  const ofBroadcast = sql`from social.webhooks where position(convert_to(${`"b.${id}.`}, 'UTF8') in body) > 0`;
  expect(await fixture.rows(sql`select 1 ${ofBroadcast}`)).toHaveLength(2 * size);
  expect(await fixture.rows(sql`select 1 ${ofBroadcast} and done_at < ${stop}`)).toEqual([]);
});

test("statuses of another account's broadcast, and of a try that there was not, change nothing", async () => {
  const { id, sent } = await sentBroadcast(2, 2, "25471202");
  const [one, other] = sent;
  if (!one || !other) throw new Error("two are sent");
  await tell(id, { ...one, tries: 7 }, "read");
  await tell(id, { ...one, provider_id: "wamid.of-something-else" }, "read");
  await tell(id + 1_000, other, "read");
  await tell(id, other, "delivered");
  await fixture.until(async () =>
    expect((await fixture.broadcast(id)).counts).toMatchObject({ sent: 1, delivered: 1 }),
  );
});
