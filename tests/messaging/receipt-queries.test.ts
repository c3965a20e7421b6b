import { afterAll, beforeAll, expect, test } from "vitest";
import { type Smsc, startSmsc } from "../../sandbox/smsc";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";

let fixture: Stage;
let smsc: Smsc;
beforeAll(async () => {
  smsc = await startSmsc({ receiptShape: "hex", lostReceiptRate: 1, outcomes: { delivered: 0.5, failed: 0.5 } });
  fixture = await blastStage();
  await fixture.database.pool.query(
    "insert into messaging.connectors (name, answer_id, receipt_id) values ('smpp', 'hex', 'decimal')",
  );
  await fixture.workOn(smsc, { receiptsMs: 100 });
});
afterAll(async () => {
  await fixture.close();
  await smsc.close();
});

/** A blast whose receipts are waited for no longer. */
async function ended(recipients: number, from: number): Promise<number> {
  const numbers = Array.from({ length: recipients }, (_, n) => phone(from + n)).join("\n");
  const { id } = await fixture.send({ kind: "express", numbers, body: "x".repeat(200) });
  await fixture.settled(id);
  await fixture.database.pool.query("update messaging.awaiting_receipts set due = now() where blast_id = $1", [id]);
  await until("the waiting has ended", async () => (await fixture.detail(id)).no_receipt === recipients);
  return id;
}
const ask = (id: number, token: "owner" | "other" = "owner") => fixture.ask("askReceipts", { params: { id } }, token);

test("the carrier is asked, each message gets its outcome, and nothing is sent again", async () => {
  const id = await ended(130, 1_000);
  const { submitted } = smsc.counts();
  expect((await ask(id, "other")).status).toBe(404);
  expect((await ask(id)).status).toBe(201);
  expect((await ask(id)).status).toBe(201);
  const done = await until("all are asked about", async () => {
    const now = await fixture.detail(id);
    // The counts of the message and of the asking are read one after the other.
    return now.receipt_query?.done && now.no_receipt === 0 && now;
  });
  expect(done.receipt_query).toMatchObject({ asked: 130, delivered: done.delivered, failed: done.failed });
  expect(done).toMatchObject({ no_receipt: 0, submitted: 0, queued: 0 });
  expect(done.delivered + done.failed).toBe(130);
  expect(done.delivered).toBeGreaterThan(10);
  expect(done.reasons).toEqual([{ reason: expect.stringContaining("code 027"), messages: done.failed }]);
  expect(smsc.counts().submitted).toBe(submitted);
  expect((await ask(id)).status).toBe(409);
});

test("what the carrier does not know stays unknown", async () => {
  const id = await ended(3, 2_000);
  await fixture.database.pool.query("update messaging.parts set provider_id = '9' || provider_id where blast_id = $1", [
    id,
  ]);
  await ask(id);
  const done = await until("all are asked about", async () => {
    const now = await fixture.detail(id);
    return now.receipt_query?.done && now;
  });
  expect(done).toMatchObject({ no_receipt: 3, receipt_query: { asked: 3, delivered: 0, failed: 0 } });
});

test("a blast that has not ended is not asked about", async () => {
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const { id } = await fixture.send({ kind: "express", numbers: phone(3_000), send_at: later });
  expect((await ask(id)).status).toBe(409);
  await fixture.ask("cancelBlast", { params: { id } });
});
