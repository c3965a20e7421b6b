import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

let fixture: WhatsappFixture;
beforeAll(async () => {
  fixture = await whatsappFixture();
  await fixture.ask("refreshNumber", { params: { id: fixture.number.id } });
  await fixture.ask("syncTemplates");
}, 90_000);
afterAll(() => fixture.end());
afterEach(() => fixture.stopSending());

const hours = (many: number) => new Date(Date.now() + many * 3_600_000).toISOString();
const schedule = (id: number, send_at: string) =>
  fixture.ask("scheduleBroadcast", { params: { id }, body: { send_at } });
const settledOf = (id: number) => fixture.wallet.settled.get(`whatsapp:${id}`);

/** Meta rates the number, and the news of it has arrived. */
async function rate(event: "FLAGGED" | "UNFLAGGED", quality: string): Promise<void> {
  await fixture.graph.business.rate(event);
  await fixture.until(async () => expect((await fixture.ask("numbers")).body.data[0]).toMatchObject({ quality }));
}

/** The time of a scheduled broadcast has come. */
async function makeDue(id: number): Promise<void> {
  await fixture.rows(sql`update whatsapp.broadcasts set send_at = now() - interval '1 second' where id = ${id}`);
  await fixture.rows(sql`update whatsapp.queue set due_at = now() - interval '1 second' where broadcast_id = ${id}`);
}

test("a scheduled broadcast is paid for, waits, and leaves at its time without those who said STOP meanwhile", async () => {
  const members = fixture.group(1, 3, "25471201");
  const later = await fixture.draft(1, "weekend_offer");
  const at = hours(2);
  expect(await schedule(later, at)).toMatchObject({ status: 201 });
  expect(fixture.wallet.holds.get(`whatsapp:${later}`)).toBe(1_350);
  expect(await fixture.broadcast(later)).toMatchObject({ status: "scheduled", send_at: at, started_at: null });

  // One that leaves at once stands behind it in the queue.
  const [other] = fixture.group(2, 1, "25471202");
  const now = await fixture.draft(2, "weekend_offer");
  await fixture.confirm(now);
  fixture.startSending();
  await fixture.until(async () => expect((await fixture.broadcast(now)).status).toBe("finished"));
  expect(fixture.gotBy(other?.msisdn ?? "")).toBe(1);
  expect(members.map(({ msisdn }) => fixture.gotBy(msisdn))).toEqual([0, 0, 0]);

  fixture.blacklist.add(members[1]?.msisdn ?? "");
  await makeDue(later);
  await fixture.until(async () => expect((await fixture.broadcast(later)).status).toBe("finished"));
  expect(members.map(({ msisdn }) => fixture.gotBy(msisdn))).toEqual([1, 0, 1]);
  expect(settledOf(later)).toEqual({ settled_cents: 900, released_cents: 450, closed: true });
});

test("it gets another time, or leaves at once, and is held once; cancelled, all is given back", async () => {
  fixture.group(3, 2, "25471203");
  const id = await fixture.draft(3, "weekend_offer");
  await schedule(id, hours(2));
  fixture.wallet.holds.delete(`whatsapp:${id}`);
  const at = hours(48);
  expect((await schedule(id, at)).status).toBe(201);
  expect(await fixture.broadcast(id)).toMatchObject({ status: "scheduled", send_at: at });
  expect((await fixture.confirm(id)).status).toBe(201);
  expect(await fixture.broadcast(id)).toMatchObject({ status: "sending", send_at: null });
  expect(fixture.wallet.holds.has(`whatsapp:${id}`)).toBe(false);
  expect(await schedule(id, hours(3))).toMatchObject({ status: 409 });
  fixture.startSending();
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));

  const unwanted = await fixture.draft(3, "weekend_offer");
  await schedule(unwanted, hours(1));
  expect((await fixture.ask("cancelBroadcast", { params: { id: unwanted } })).status).toBe(201);
  await fixture.until(() =>
    expect(settledOf(unwanted)).toEqual({ settled_cents: 0, released_cents: 900, closed: true }),
  );
  expect(await fixture.broadcast(unwanted)).toMatchObject({ status: "cancelled", counts: { cancelled: 2 } });
});

test("a draft that is discarded has reserved nothing, and has nothing to give back", async () => {
  const id = await fixture.draft(3, "weekend_offer");
  expect((await fixture.broadcast(id)).cost_cents).toBe(900);
  expect((await fixture.ask("cancelBroadcast", { params: { id } })).status).toBe(201);
  const discarded = { status: "cancelled", cost_cents: 0, settled_cents: 0, counts: { cancelled: 2 } };
  expect(await fixture.broadcast(id)).toMatchObject(discarded);
  expect(fixture.wallet.holds.has(`whatsapp:${id}`)).toBe(false);
});

test("a number whose quality fell meanwhile: it stops before the first message, and goes on once a person says so", async () => {
  const members = fixture.group(5, 2, "25471205");
  const got = () => members.map(({ msisdn }) => fixture.gotBy(msisdn));
  const later = await fixture.draft(5, "weekend_offer");
  await schedule(later, hours(1));
  await rate("FLAGGED", "RED");
  const stopped = { status: "paused", stopped: expect.stringContaining("quality") };
  await makeDue(later);
  fixture.startSending();
  await fixture.until(async () => expect(await fixture.broadcast(later)).toMatchObject(stopped));

  // So does one that is confirmed after the news, whether it was scheduled or not.
  const now = await fixture.draft(5, "weekend_offer");
  expect((await fixture.confirm(now)).status).toBe(201);
  expect(await fixture.broadcast(now)).toMatchObject(stopped);
  const sooner = await fixture.draft(5, "weekend_offer");
  await schedule(sooner, hours(1));
  expect((await fixture.confirm(sooner)).status).toBe(201);
  expect(await fixture.broadcast(sooner)).toMatchObject(stopped);
  expect(got()).toEqual([0, 0]);

  expect((await fixture.ask("resumeBroadcast", { params: { id: later } })).status).toBe(201);
  await fixture.until(async () => expect((await fixture.broadcast(later)).status).toBe("finished"));
  expect(got()).toEqual([1, 1]);
  await rate("UNFLAGGED", "GREEN");
});

test("a time that is past or too far away is refused, and the draft stays a draft", async () => {
  fixture.group(4, 1, "25471204");
  const id = await fixture.draft(4, "weekend_offer");
  expect((await schedule(id, hours(-1))).body.errors).toEqual({ send_at: ["Choose a time in the future."] });
  expect((await schedule(id, hours(24 * 400))).body.errors).toEqual({ send_at: ["Choose a time within a year."] });
  fixture.wallet.refuses = "There is not enough money.";
  expect(await schedule(id, hours(1))).toMatchObject({ status: 422, body: { message: "There is not enough money." } });
  fixture.wallet.refuses = "";
  expect(await fixture.broadcast(id)).toMatchObject({ status: "draft", send_at: null });
});

test("a template that was paused meanwhile stops it at its time, and says so", async () => {
  fixture.group(5, 2, "25471205");
  const id = await fixture.draft(5, "weekend_offer");
  await schedule(id, hours(1));
  await fixture.rows(sql`update whatsapp.templates set status = 'paused' where name = 'weekend_offer'`);
  await makeDue(id);
  fixture.startSending();
  await fixture.until(async () =>
    expect(await fixture.broadcast(id)).toMatchObject({
      status: "paused",
      stopped: expect.stringContaining("paused it"),
      counts: { queued: 2 },
    }),
  );
  await fixture.rows(sql`update whatsapp.templates set status = 'approved' where name = 'weekend_offer'`);
});
