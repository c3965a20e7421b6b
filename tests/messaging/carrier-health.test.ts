import { afterAll, beforeAll, expect, test } from "vitest";
import { loadHealth } from "../../services/messaging/connectors/health";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
const fake = fakeCarrier();
beforeAll(async () => {
  fixture = await blastStage();
});
afterAll(() => fixture.close());

test("without a worker there is no carrier to tell of", async () => {
  expect(await loadHealth(fixture.database)).toEqual([]);
});

test("throughput, delivery by network, receipts and the last error, from counts that are kept", async () => {
  await fixture.work(fake.carrier);
  const ids: string[] = [];
  fake.behave(({ to }) => {
    if (to === phone(9)) return { kind: "refused", code: 11, temporary: false };
    const taken = fake.taken();
    if (taken.kind === "sent") ids.push(taken.messageId);
    return taken;
  });
  // Nine of Safaricom, one of them refused, and one of Airtel.
  const numbers = [...Array.from({ length: 9 }, (_, n) => phone(n + 1)), "+254733000001"].join("\n");
  const made = await fixture.send({ kind: "express", numbers });
  await fixture.settled(made.id);
  for (const [n, id] of ids.entries()) await fake.receipt(id, n === 0 ? "undeliverable" : "delivered");
  const [health, ...more] = await until("all is counted", async () => {
    const all = await loadHealth(fixture.database);
    // Counts and the last error are written apart.
    return Math.abs((all[0]?.delivered_share ?? 0) - 0.8) < 0.001 && Boolean(all[0]?.last_error) && all;
  });
  expect(more).toEqual([]);
  expect(health).toMatchObject({ name: "fake", up: true, max_unanswered: 0 });
  expect(health?.per_second).toBeGreaterThan(0);
  expect(health?.delivered_share).toBeCloseTo(8 / 10);
  expect(health?.last_error).toMatch(/does not know the number|could not be delivered/);
  expect(health?.receipt_seconds).toBeLessThan(60);
});
