import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import { type KilledWorker, killedWorker, kills } from "../setup/killed-worker";
import { emailFixture, type Fixture, savanna, until } from "./fixtures";

const mails = 1_000;
/** Mails handed over at a time, by two hands. */
const batch = 16;

let given: Fixture;
let worker: KilledWorker;

beforeAll(async () => {
  [given, worker] = await Promise.all([emailFixture(), killedWorker("tests/email/crash-worker.ts")]);
});
afterAll(async () => {
  await worker.end();
  await given.stop();
});

test("kill -9 of the sender again and again in one mailing: nobody gets two, nothing is lost, the money is exact", async () => {
  const before = await given.money();
  const address = (n: number) => `reader${n}@mail.test`;
  const group = await given.group(Array.from({ length: mails }, (_, n) => ({ email: address(n) })));
  const id = await given.send({ group_ids: [group] });
  const args = [given.database.url, String(given.host.port), String(batch)];
  for (let kill = 1; kill <= kills; kill += 1) {
    await worker.start(args);
    const left = mails * (1 - kill / (kills + 1));
    await until("the next point is reached", async () => {
      const { body } = await given.ask("mailing", { params: { id } });
      return body.queued <= left;
    });
    await worker.kill();
  }
  await worker.start(args);
  await until("the mailing ends", async () => {
    const { body } = await given.ask("mailing", { params: { id } });
    return body.status === "sent" && body.sending === 0;
  });

  const got = new Map<string, number>();
  for (const { to } of given.host.mails()) for (const one of to) got.set(one, (got.get(one) ?? 0) + 1);
  expect(given.host.counts().repeated).toBe(0);
  expect([...got.values()].filter((times) => times > 1)).toEqual([]);
  const rows = await inAccount(given.database.db, savanna, async (trx) => {
    const found = await sql<{ email: string; status: string }>`
      select address as email, status from email.recipients where customer_account = ${savanna} and mailing_id = ${id}`.execute(
      trx,
    );
    return found.rows;
  });
  expect(rows).toHaveLength(mails);
  // What is known as sent arrived once; what is unknown was in the hands of a worker that was killed.
  const known = rows.filter(({ status }) => status === "sent");
  expect(known.filter(({ email }) => got.get(email) !== 1)).toEqual([]);
  const unknown = rows.filter(({ status }) => status === "unknown");
  expect(known.length + unknown.length).toBe(mails);
  expect(unknown.length).toBeLessThanOrEqual(kills * batch * 2);

  const { cost_cents, charged_cents, released_cents } = await until("the money is settled", async () => {
    const { body } = await given.ask("mailing", { params: { id } });
    return body.charged_cents + body.released_cents === body.cost_cents && body;
  });
  expect(charged_cents + released_cents).toBe(cost_cents);
  const after = await given.money();
  expect(after.held_cents).toBe(before.held_cents);
  expect(before.available_cents - after.available_cents).toBe(charged_cents);
  expect(worker.heard).toEqual([]);
}, 240_000);
