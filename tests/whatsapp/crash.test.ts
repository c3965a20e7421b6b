import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type KilledWorker, killedWorker, kills } from "../setup/killed-worker";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

const customers = 300;
/** Taken by a worker before they are handed over. */
const batch = 40;

let fixture: WhatsappFixture;
let worker: KilledWorker;
beforeAll(async () => {
  [fixture, worker] = await Promise.all([whatsappFixture(), killedWorker("tests/whatsapp/crash-worker.ts")]);
  await fixture.ask("refreshNumber", { params: { id: fixture.number.id } });
  await fixture.ask("syncTemplates");
}, 90_000);
/** Each message has three statuses, which are taken one after the other. */
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 60_000, interval: 40 });
afterAll(async () => {
  await worker.end();
  await fixture.end();
});

test("kill -9 of the sender again and again in one broadcast: everybody gets it once", async () => {
  const members = fixture.group(1, customers, "25471777");
  const got = () => members.map(({ msisdn }) => fixture.gotBy(msisdn));
  const reached = () => got().filter((times) => times > 0).length;
  const id = await fixture.draft(1, "weekend_offer");
  expect((await fixture.confirm(id)).status).toBe(201);
  const args = [fixture.social.database.url, fixture.graph.url];
  for (let kill = 1; kill <= kills; kill += 1) {
    await worker.start([...args, "900000"]);
    // Those that a killed worker had taken wait for news.
    await until(async () =>
      expect((await fixture.broadcast(id)).counts.queued).toBeLessThanOrEqual(customers * (1 - kill / (kills + 1))),
    );
    await worker.kill();
  }
  await worker.start([...args, "900000"]);
  // What WhatsApp took just before a kill is known by what it says of the message; of the others it says nothing.
  await until(async () => {
    const { queued, sending, sent, delivered, read, unknown } = (await fixture.broadcast(id)).counts;
    expect([queued, sending]).toEqual([0, 0]);
    expect([sent + delivered + read, unknown]).toEqual([reached(), customers - reached()]);
  });
  expect(got().filter((times) => times > 1)).toEqual([]);
  expect(customers - reached()).toBeLessThanOrEqual(kills * batch);

  // After the wait these are sent again: they had not arrived.
  await worker.kill();
  await worker.start([...args, "0"]);
  await until(() => expect(reached()).toBe(customers));
  await until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));
  expect(got().filter((times) => times !== 1)).toEqual([]);
  expect(worker.heard).toEqual([]);
}, 240_000);
