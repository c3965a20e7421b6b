import { afterAll, beforeAll, expect, test } from "vitest";
import { type SmscProcess, startSmscProcess } from "../../scripts/bench/smsc-process";
import { type KilledWorker, killedWorker, kills } from "../setup/killed-worker";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";

const messages = 10_000;
const window = 200;

let fixture: Stage;
let smsc: SmscProcess;
let worker: KilledWorker;

beforeAll(async () => {
  [fixture, smsc, worker] = await Promise.all([
    blastStage(),
    startSmscProcess(),
    killedWorker("tests/messaging/crash-worker.ts"),
  ]);
});
afterAll(async () => {
  await worker.end();
  await fixture.close();
  await smsc.stop();
});

type Counts = { counts: { accepted: number; distinct: number; repeated: number } };

/** Shares of the blast after which the process is killed, at whatever it is doing there. */
const points = Array.from({ length: kills }, (_, at) => (at + 0.8) / (kills + 1));

test("kill -9 of the sender, again and again in one blast: nothing is lost, at most a window is doubled, the money is exact", async () => {
  const before = await fixture.ledger();
  const group = await fixture.group(Array.from({ length: messages }, (_, i) => ({ msisdn: phone(i), name: `C${i}` })));
  await smsc.ask({ do: "settings", change: { latencyMs: 10, receiptDelayMs: 20 } });
  const made = await fixture.send({ group_ids: [group], body: "Habari {{name}}, karibu." });

  const args = [fixture.database.url, String(smsc.port), String(window)];
  for (const point of points) {
    await worker.start(args);
    await until(
      "the next point is reached",
      async () => (await smsc.ask<Counts>({ do: "counts" })).counts.distinct >= point * messages,
    );
    await worker.kill();
  }
  const { distinct: sofar } = (await smsc.ask<Counts>({ do: "counts" })).counts;
  await worker.start(args);
  await until(
    "it goes on at once",
    async () => (await smsc.ask<Counts>({ do: "counts" })).counts.distinct > sofar,
    10_000,
  );

  const done = await fixture.settled(made.id, 60_000);
  const { counts } = await smsc.ask<Counts>({ do: "counts" });
  // Every message arrived, and each kill doubled no more than was under way.
  expect(counts.distinct).toBe(messages);
  expect(counts.accepted - messages).toBeLessThanOrEqual(kills * window);
  const { duplicates } = await smsc.ask<{ duplicates: { times: number }[] }>({ do: "duplicates" });
  expect(duplicates.reduce((sum, { times }) => sum + times - 1, 0)).toBe(counts.accepted - messages);

  const last = await until("every receipt is in", async () => {
    const now = await fixture.detail(made.id);
    return now.delivered === messages && now;
  });
  expect(last).toMatchObject({ status: "sent", queued: 0, submitted: 0, failed: 0, suppressed: 0, cancelled: 0 });
  expect(done).toMatchObject({ held_cents: messages * 80, charged_cents: messages * 80, released_cents: 0 });
  const after = await fixture.ledger();
  expect(after).toMatchObject({ available: before.available - messages * 80, held: 0 });
  expect(after.sums).toEqual({ available: after.available, held: 0, all: 0 });
  const rows = await fixture.rows<{ status: string; n: number }>(
    `select status, count(*)::int as n from messaging.messages where blast_id = ${made.id} group by status`,
  );
  expect(rows).toEqual([{ status: "delivered", n: messages }]);
  expect(worker.heard).toEqual([]);
}, 120_000);
