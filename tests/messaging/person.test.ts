import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import { draftTasks } from "../../services/messaging/blasts/drafts";
import { erasePerson } from "../../services/messaging/person/erase";
import { asOwner } from "../setup/database";
import { blastStage, phone, type Stage, savanna, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

const asha = phone(1);
const juma = phone(2);
let fixture: Stage;

beforeAll(async () => {
  fixture = await blastStage();
});
afterEach(() => expect(fixture.faults).toEqual([]));
afterAll(() => fixture.close());

const erase = (msisdn = asha) =>
  inAccount(fixture.database.db, savanna, (trx) => erasePerson(trx, savanna, { msisdn, email: null }));

const everything = () =>
  fixture.rows<{ row: string }>(
    "select to_jsonb(m)::text as row from messaging.messages m union all select to_jsonb(b)::text from messaging.blasts b",
  );

async function traces(msisdn = asha): Promise<string[]> {
  return (await everything()).map(({ row }) => row).filter((row) => row.includes(msisdn));
}

const sum = ({ queued, cancelled }: { queued: number; cancelled: number }) => ({ queued, cancelled });

describe("an erasure", () => {
  test("takes the person out of a draft, and the draft of no one else ends", async () => {
    const alone = await fixture.draft({ kind: "express", numbers: asha });
    const both = await fixture.draft({ kind: "express", numbers: `${asha}, ${juma}` });
    await erase();
    expect(await traces()).toEqual([]);
    expect(await fixture.detail(alone.id)).toMatchObject({ status: "cancelled", queued: 0, cancelled: 1 });
    expect(await fixture.detail(both.id)).toMatchObject({ status: "draft", queued: 1, cancelled: 1 });
  });

  test("takes the person out of a blast that is scheduled next year, and their money comes back", async () => {
    const before = await fixture.ledger();
    const send_at = new Date(Date.now() + 300 * 86_400_000).toISOString();
    const alone = await fixture.send({ kind: "express", numbers: asha, send_at });
    const both = await fixture.send({ kind: "express", numbers: `${asha}, ${juma}`, send_at });
    await erase();
    expect(await traces()).toEqual([]);
    expect(await fixture.detail(alone.id)).toMatchObject({ status: "cancelled", queued: 0 });
    expect(await fixture.detail(both.id)).toMatchObject({ status: "scheduled", queued: 1, cancelled: 1 });
    await fixture.ask("cancelBlast", { params: { id: both.id } });
    const worker = await fixture.work(fakeCarrier().carrier);
    await fixture.settled(alone.id);
    await fixture.settled(both.id);
    await worker.stop();
    expect(await fixture.ledger()).toMatchObject({ available: before.available, held: 0 });
  });

  test("takes the person out of a blast that is paused: the rest goes on, and to no one who was erased", async () => {
    const made = await fixture.send({ kind: "express", numbers: `${asha}, ${juma}` });
    await fixture.ask("pauseBlast", { params: { id: made.id } });
    await erase();
    expect(await traces()).toEqual([]);
    expect(sum(await fixture.detail(made.id))).toEqual({ queued: 1, cancelled: 1 });
    const carrier = fakeCarrier();
    const worker = await fixture.work(carrier.carrier);
    await fixture.ask("resumeBlast", { params: { id: made.id } });
    await until("the rest is sent", async () => (await fixture.detail(made.id)).status === "sent");
    expect(carrier.sent.map(({ to }) => to)).toEqual([juma]);
    await worker.stop();
  });

  test("waits while a worker has the message in hand and while its receipt is to come, but not for ever", async () => {
    const made = await fixture.send({ kind: "express", numbers: asha });
    const set = (statement: string) =>
      fixture.rows(`with done as (${statement} returning 1) select count(*) from done`);
    await set(
      `update messaging.chunks set owner = 'w', lease_until = now() + interval '1 minute' where blast_id = ${made.id}`,
    );
    await expect(erase()).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/on its way/) });
    expect((await fixture.detail(made.id)).queued).toBe(1);
    await set(`update messaging.chunks set owner = null, lease_until = null where blast_id = ${made.id}`);
    const submitted = (ago: string) =>
      set(
        `update messaging.messages set status = 'submitted', submitted_at = now() - interval '${ago}' where blast_id = ${made.id}`,
      );
    await submitted("1 hour");
    await expect(erase()).rejects.toMatchObject({ status: 409 });
    await submitted("4 days");
    await erase();
    expect(await traces()).toEqual([]);
  });

  test("an unknown outcome is not sent a second time to someone who was erased", async () => {
    const carrier = fakeCarrier();
    carrier.behave(() => ({ kind: "unknown", reason: "No answer." }));
    const worker = await fixture.work(carrier.carrier, { unknownWaitMs: 600_000 });
    const made = await fixture.send({ kind: "express", numbers: `${asha}, ${juma}` });
    await until(
      "both are unknown",
      async () =>
        (
          await fixture.rows(`select 1 from messaging.messages
      where blast_id = ${made.id} and status = 'unknown'`)
        ).length === 2,
    );
    await until(
      "the chunk waits",
      async () =>
        (
          await fixture.rows(`select 1 from messaging.chunks
      where blast_id = ${made.id} and owner is null`)
        ).length === 1,
    );
    await erase();
    await fixture.rows(`with w as (update messaging.chunks set not_before = now() where blast_id = ${made.id} returning 1)
      select count(*) from w`);
    await until("the second round is over", async () => (await fixture.detail(made.id)).status !== "sending");
    expect(carrier.sent.filter(({ to }) => to === juma)).toHaveLength(2);
    expect(carrier.sent.map(({ to }) => to).filter((to) => to !== juma)).toEqual([asha]);
    await worker.stop();
  });
});

describe("a draft that no one confirms", () => {
  test("is dropped with its recipients after a week, and what was confirmed is not", async () => {
    const old = await fixture.draft({ kind: "express", numbers: phone(11) });
    const young = await fixture.draft({ kind: "express", numbers: phone(12) });
    const sent = await fixture.send({ kind: "express", numbers: phone(13) });
    await fixture.rows(`with old as (update messaging.blasts set created_at = now() - interval '8 days'
      where id in (${old.id}, ${sent.id}) returning 1) select count(*) from old`);
    const jobs = await asOwner(
      fixture.database.url,
      "select run_at > now() + interval '7 days' as later from graphile_worker.jobs where key like 'drop-drafts%'",
    );
    expect(jobs.rows).toEqual([{ later: true }]);
    const drop = draftTasks(fixture.database)["messaging.drop-drafts"];
    for (let twice = 0; twice < 2; twice++) await drop?.({ account: savanna });
    expect((await fixture.ask("blast", { params: { id: old.id } })).status).toBe(404);
    expect(await traces(phone(11))).toEqual([]);
    expect((await fixture.detail(young.id)).status).toBe("draft");
    expect((await fixture.detail(sent.id)).queued).toBe(1);
  });
});
