import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Smsc, startSmsc } from "../../sandbox/smsc";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
let fake: ReturnType<typeof fakeCarrier>;
let next = 0;
beforeAll(async () => {
  fixture = await blastStage();
  fake = fakeCarrier();
  await fixture.work(fake.carrier);
});
afterEach(() => expect(fixture.faults).toEqual([]));
afterAll(() => fixture.close());

/** Sends one message of so many parts; answers its blast and the carrier's ids of its parts. */
async function sendOne(parts: number): Promise<{ id: number; ids: string[] }> {
  const ids: string[] = [];
  fake.behave((_, n) => {
    const taken = fake.taken();
    if (taken.kind === "sent") ids[n - 1] = taken.messageId;
    return taken;
  });
  const body = parts === 1 ? "Karibu." : "z".repeat(153 * parts);
  const made = await fixture.send({ kind: "express", numbers: phone(60_000 + next++), body });
  await fixture.settled(made.id);
  return { id: made.id, ids };
}

async function message(id: number) {
  const page = await fixture.ask("messages", { params: { id } });
  const [only] = (
    page.body as unknown as {
      data: { status: string; parts_delivered: number; reason: string; done_at: string | null }[];
    }
  ).data;
  if (!only) throw new Error("no message");
  return only;
}

describe("receipts", () => {
  test("a message is delivered when all its parts are, whatever their order", async () => {
    const { id, ids } = await sendOne(3);
    await fake.receipt(ids[2] ?? "");
    await fake.receipt(ids[0] ?? "");
    expect(await message(id)).toMatchObject({ status: "submitted", parts_delivered: 2, done_at: null });
    await fake.receipt(ids[1] ?? "");
    expect(await message(id)).toMatchObject({ status: "delivered", parts_delivered: 3, done_at: expect.any(String) });
    expect(await fixture.detail(id)).toMatchObject({ submitted: 0, delivered: 1 });
  });

  test("a final word stays: intermediates, duplicates and second opinions change nothing", async () => {
    const { id, ids } = await sendOne(1);
    const [one = ""] = ids;
    await fake.receipt(one, "enroute");
    expect((await message(id)).status).toBe("submitted");
    await fake.receipt(one);
    for (const late of ["enroute", "accepted", "delivered", "failed", "expired"]) await fake.receipt(one, late);
    expect(await message(id)).toMatchObject({ status: "delivered", reason: "" });
    expect(await fixture.detail(id)).toMatchObject({ delivered: 1, failed: 0, submitted: 0 });
  });

  test("one part that is not delivered is enough, and its reason is shown", async () => {
    const { id, ids } = await sendOne(2);
    await fake.receipt(ids[0] ?? "");
    await fake.receipt(ids[1] ?? "", "expired", { error: "005" });
    expect(await message(id)).toMatchObject({
      status: "expired",
      reason: "It could not be delivered in time: the network does not know the number (code 005).",
    });
    await fake.receipt(ids[1] ?? "");
    expect((await message(id)).status).toBe("expired");
    expect(await fixture.detail(id)).toMatchObject({
      failed: 1,
      reasons: [
        { reason: "It could not be delivered in time: the network does not know the number (code 005).", messages: 1 },
      ],
    });
  });

  test.each([
    ["027", "It could not be delivered: the phone was off or out of reach (code 027)."],
    ["0", "It could not be delivered (code 0)."],
    ["X-99", "It could not be delivered (code X-99)."],
  ])("the code %s in words", async (error, reason) => {
    const { id, ids } = await sendOne(1);
    await fake.receipt(ids[0] ?? "", "failed", { error });
    expect((await message(id)).reason).toBe(reason);
  });

  test("one that comes before its message's result is kept until then", async () => {
    const early = "early-1";
    fake.behave(async () => {
      await fake.receipt(early);
      return { kind: "sent", messageId: early };
    });
    const made = await fixture.send({ kind: "express", numbers: phone(70_000), body: "Karibu." });
    await until("it is delivered", async () => (await message(made.id)).status === "delivered");
    expect(await fixture.detail(made.id)).toMatchObject({ submitted: 0, delivered: 1, queued: 0 });
    await until(
      "nothing waits any more",
      async () => (await fixture.database.pool.query("select from messaging.early_receipts")).rowCount === 0,
    );
  });

  test("one for a message that no one knows is taken, and does no harm", async () => {
    await fake.receipt("never-heard-of");
    const { rowCount } = await fixture.database.pool.query(
      "select from messaging.early_receipts where provider_id = 'never-heard-of'",
    );
    expect(rowCount).toBe(1);
  });

  test("any sequence of receipts, repeated and at the same time, keeps the counts and the list in step", async () => {
    const states = fc.constantFrom("enroute", "accepted", "delivered", "failed", "expired", "rejected", "deleted");
    const event = fc.record({ part: fc.integer({ min: 0, max: 2 }), state: states });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 8 }), fc.boolean(), async (events, together) => {
        const { id, ids } = await sendOne(3);
        const give = ({ part, state }: { part: number; state: string }) => fake.receipt(ids[part] ?? "", state);
        if (together) await Promise.all(events.map(give));
        else for (const one of events) await give(one);
        const finals = events.filter(({ state }) => state !== "enroute" && state !== "accepted");
        const firsts = new Map<number, string>();
        for (const { part, state } of finals) if (!firsts.has(part)) firsts.set(part, state);
        const words = [...firsts.values()];
        const lost = words.some((word) => word !== "delivered");
        const all = words.length === 3 && !lost;
        const detail = await fixture.detail(id);
        expect(detail).toMatchObject({ delivered: all ? 1 : 0, failed: lost ? 1 : 0, submitted: all || lost ? 0 : 1 });
        const { status } = await message(id);
        expect(lost ? ["failed", "expired", "rejected"] : [all ? "delivered" : "submitted"]).toContain(status);
      }),
      { numRuns: 15, seed: 4 },
    );
  });

  test("the figures of the day are those of the list", async () => {
    const days = (await fixture.ask("summary", {})).body as unknown as {
      sent: number;
      delivered: number;
      failed: number;
      pending: number;
      cost_cents: number;
      by_network: { network: string; sent: number }[];
    };
    const [sums] = await fixture.rows<{ submitted: number; delivered: number; failed: number; parts: number }>(
      "select sum(submitted)::int as submitted, sum(delivered)::int as delivered, sum(failed)::int as failed, sum(parts_accepted)::int as parts from messaging.blast_counts",
    );
    const { submitted = 0, delivered = 0, failed = 0, parts = 0 } = sums ?? {};
    expect(days).toMatchObject({
      sent: submitted + delivered + failed,
      delivered,
      failed,
      pending: submitted,
      cost_cents: parts * 80,
    });
    expect(days.by_network).toEqual([{ network: "Safaricom", sent: days.sent, delivered }]);
    const listed = await fixture.rows<{ status: string; n: number }>(
      "select status, count(*)::int as n from messaging.messages group by status",
    );
    const count = (...names: string[]) =>
      listed.filter((row) => names.includes(row.status)).reduce((sum, row) => sum + row.n, 0);
    expect(count("delivered")).toBe(delivered);
    expect(count("failed", "expired", "rejected")).toBe(failed);
    expect(count("submitted", "unknown")).toBe(submitted);
  });
});

describe("receipts from the message centre, in the shapes that carriers write", () => {
  let smsc: Smsc;
  let wired: Stage;
  beforeAll(async () => {
    smsc = await startSmsc({ receiptFirst: true, latencyMs: 5 });
    wired = await blastStage();
    await wired.workOn(smsc);
  });
  afterAll(async () => {
    await wired.close();
    await smsc.close();
  });

  test.each(["standard", "lower", "words", "short", "padded", "uuid", "tlv", "payload", "both"] as const)(
    "%s",
    async (shape) => {
      smsc.settings.receiptShape = shape;
      const group = await wired.group(Array.from({ length: 50 }, (_, i) => ({ msisdn: phone(i) })));
      const made = await wired.send({ group_ids: [group], body: "w".repeat(200) });
      await until("all are delivered", async () => (await wired.detail(made.id)).delivered === 50);
      expect(wired.faults).toEqual([]);
    },
  );
});

describe("ids that a carrier uses again", () => {
  const express = (body = "Karibu.") => fixture.send({ kind: "express", numbers: phone(60_000 + next++), body });
  const takenAs = (messageId: string) => fake.behave(() => ({ kind: "sent", messageId }));
  const age = (id: string, by: string) =>
    fixture.database.pool.query(
      `update messaging.parts set sent_at = sent_at - $2::interval, answered_at = answered_at - $2::interval where provider_id = $1`,
      [id, by],
    );

  test("a receipt that came before a message was sent is not that message's", async () => {
    await fake.receipt("777001");
    takenAs("777001");
    const made = await express();
    await fixture.settled(made.id);
    const { id: later } = await sendOne(1);
    expect(later).toBeGreaterThan(made.id);
    // The next sweep would have given it: wait for one that has surely run.
    fake.behave(async () => {
      await fake.receipt("777002");
      return { kind: "sent", messageId: "777002" };
    });
    const early = await express();
    await until("an early one is placed", async () => (await message(early.id)).status === "delivered");
    expect((await message(made.id)).status).toBe("submitted");
  });

  test("a receipt before the answer is the new message's when the old one has had its own", async () => {
    takenAs("778001");
    const old = await express();
    await fixture.settled(old.id);
    await fake.receipt("778001", "failed", { error: "001" });
    fake.behave(async () => {
      await fake.receipt("778001");
      return { kind: "sent", messageId: "778001" };
    });
    const fresh = await express();
    await until("the new one is delivered", async () => (await message(fresh.id)).status === "delivered");
    expect((await message(old.id)).status).toBe("failed");
  });

  test("a receipt before the answer is the new message's when the old one is long gone without one", async () => {
    takenAs("779001");
    const old = await express();
    await fixture.settled(old.id);
    await age("779001", "2 days");
    // Another process has written the old one: this one does not remember it.
    const other = fakeCarrier();
    await fixture.work(other.carrier);
    other.ready(false);
    fake.behave(async () => {
      void other.receipt("779001");
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { kind: "sent", messageId: "779001" };
    });
    const fresh = await express();
    await until("the new one is delivered", async () => (await message(fresh.id)).status === "delivered");
    expect((await message(old.id)).status).toBe("submitted");
  });

  test("the newest message takes a receipt, and the next one goes to the older message that has none", async () => {
    takenAs("780001");
    const old = await express();
    await fixture.settled(old.id);
    const fresh = await express();
    await fixture.settled(fresh.id);
    await fake.receipt("780001");
    expect([(await message(old.id)).status, (await message(fresh.id)).status]).toEqual(["submitted", "delivered"]);
    await fake.receipt("780001", "expired");
    expect([(await message(old.id)).status, (await message(fresh.id)).status]).toEqual(["expired", "delivered"]);
  });
});
