import { afterAll, beforeAll, expect, test } from "vitest";
import { charges } from "../../app/dashboard/billing-message-transaction.list";
import { fileColumns } from "../../app/kit/lists/definition";
import { blasts as history } from "../../app/sms/history.list";
import type { Blast } from "../../services/messaging/contract.blasts";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
let fake: ReturnType<typeof fakeCarrier>;
let next = 0;
beforeAll(async () => {
  fixture = await blastStage();
  fake = fakeCarrier();
  await fixture.work(fake.carrier, { receiptsMs: 50 });
});
afterAll(() => fixture.close());

const plan = (code: string) =>
  fixture.rows(`insert into billing.subscriptions (customer_account, product, state, plan) values ('100001', 'SMS', 'active', '${code}')
    on conflict (customer_account, product) do update set plan = excluded.plan`);

/** Sends to so many numbers; answers the blast once its money is settled, with the carrier's ids by number and part. */
async function send(count: number, parts = 1) {
  const ids: string[] = [];
  fake.behave(() => {
    const taken = fake.taken();
    if (taken.kind === "sent") ids.push(taken.messageId);
    return taken;
  });
  const numbers = Array.from({ length: count }, () => phone(90_000 + next++)).join("\n");
  const body = parts === 1 ? "Karibu." : "z".repeat(153 * parts);
  const made = await fixture.send({ kind: "express", numbers, body });
  return { blast: await fixture.settled(made.id), ids };
}

const due = (id: number) =>
  fixture.database.pool.query("update messaging.awaiting_receipts set due = now() where blast_id = $1", [id]);
const waiting = async (id: number) =>
  (await fixture.database.pool.query("select due from messaging.awaiting_receipts where blast_id = $1", [id]))
    .rows[0] as { due: Date } | undefined;
const ended = (id: number) =>
  until(`blast ${id} waits no more`, async () => (await waiting(id)) === undefined && fixture.detail(id));

test("72 hours after the end what has no receipt is unknown for good, and the blast waits no more", async () => {
  const { blast, ids } = await send(3);
  await fake.receipt(ids[0] ?? "");
  const row = await waiting(blast.id);
  const hours = ((row?.due.getTime() ?? 0) - Date.parse(blast.finished_at ?? "")) / 3_600_000;
  expect(hours).toBeCloseTo(72, 3);
  await due(blast.id);
  expect(await ended(blast.id)).toMatchObject({ delivered: 1, submitted: 0, no_receipt: 2, refunded_cents: 0 });
  const list = (await fixture.ask("messages", { params: { id: blast.id } })).body.data as {
    status: string;
    reason: string;
    done_at: string | null;
  }[];
  expect(list.filter(({ status }) => status === "unknown")).toHaveLength(2);
  expect(list[1]).toMatchObject({ reason: "No receipt came within 72 hours.", done_at: expect.any(String) });
  // Final is final.
  await fake.receipt(ids[1] ?? "");
  expect(await fixture.detail(blast.id)).toMatchObject({ delivered: 1, no_receipt: 2 });
});

test("many are ended, in batches, with the counts in step", async () => {
  const { blast } = await send(1_203);
  await due(blast.id);
  expect(await ended(blast.id)).toMatchObject({ submitted: 0, no_receipt: 1_203 });
});

test("without a plan nothing of it comes back; with Grow the parts that were not delivered do, once", async () => {
  const plain = await send(1);
  await fake.receipt(plain.ids[0] ?? "", "failed");
  await ended(plain.blast.id);
  expect(await fixture.detail(plain.blast.id)).toMatchObject({ charged_cents: 80, refunded_cents: 0 });

  await plan("grow-month");
  const before = await fixture.ledger();
  const { blast, ids } = await send(3, 2);
  expect(blast).toMatchObject({ charged_cents: 480 });
  for (const id of ids.slice(0, 3)) await fake.receipt(id);
  // The second one: one part arrived, the other not. The third one: nothing is heard.
  await fake.receipt(ids[3] ?? "", "expired");
  await due(blast.id);
  expect(await ended(blast.id)).toMatchObject({ charged_cents: 480, refunded_cents: 80 + 160, no_receipt: 1 });
  expect((await fixture.ledger()).available).toBe(before.available - 480 + 240);
  const again = { params: { reference: `blast:${blast.id}` }, body: { cents: 240, description: "again" } };
  expect((await fixture.billingFor("100001").refund(again)).status).toBe(201);
  const after = await fixture.ledger();
  expect(after.available).toBe(before.available - 240);
  expect(after.sums).toEqual({ available: after.available, held: after.held, all: 0 });
});

test("when the last receipt is in, no one waits for the 72 hours", async () => {
  const { blast, ids } = await send(2);
  await fake.receipt(ids[0] ?? "");
  await fake.receipt(ids[1] ?? "", "rejected");
  expect(await ended(blast.id)).toMatchObject({ failed: 1, refunded_cents: 80, submitted: 0 });
});

test("a refund is never more than what was charged, and only for work that is over", async () => {
  const { blast } = await send(1);
  const refund = (reference: string, cents: number) =>
    fixture.billingFor("100001").refund({ params: { reference }, body: { cents, description: "test" } });
  expect((await refund(`blast:${blast.id}`, 81)).status).toBe(422);
  expect((await refund("blast:0", 1)).status).toBe(404);
  await fixture.billingFor("100001").hold({ body: { reference: "blast:x", cents: 100, description: "test" } });
  expect((await refund("blast:x", 1)).status).toBe(409);
});

test("the history, its CSV and the charges tell what was charged beside what was held", async () => {
  await plan("start-month");
  const first = phone(95_000);
  fake.behave((sms) => (sms.to === first ? fake.taken() : { kind: "refused", code: 11, temporary: false }));
  const made = await fixture.send({ kind: "express", numbers: [first, phone(95_001), phone(95_002)].join("\n") });
  await fixture.settled(made.id);
  const page = (await fixture.ask("express", {})).body.data as Blast[];
  const row = page.find(({ id }) => id === made.id) as Blast;
  expect(row).toMatchObject({ cost_cents: 240, charged_cents: 80, refunded_cents: 0 });
  const told = { "Reserved (KES)": "2.40", "Charged (KES)": "0.80", "Refunded (KES)": "0.00" };
  const drawnWith = { zone: "Africa/Nairobi", now: 0 };
  const sent = fileColumns(history.columns({ ...drawnWith, express: true, senders: [] }));
  const charged = fileColumns(charges.columns(drawnWith));
  expect(charged.slice(0, 3).map(({ heading }) => heading)).toEqual(["Id", "Time", "Name"]);
  for (const [name, value] of Object.entries(told))
    for (const columns of [sent, charged])
      expect(columns.find(({ heading }) => heading === name)?.value(row)).toBe(value);
});
