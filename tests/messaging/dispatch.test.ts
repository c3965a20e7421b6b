import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Smsc, startSmsc } from "../../sandbox/smsc";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";

let stage: Stage;
let smsc: Smsc;
beforeAll(async () => {
  smsc = await startSmsc();
  stage = await blastStage();
  await stage.workOn(smsc);
});
afterEach(() => {
  expect(stage.faults).toEqual([]);
});
afterAll(async () => {
  await stage.close();
  await smsc.close();
});

describe("a confirmed blast", () => {
  test("goes out, is delivered, and costs what was shown", async () => {
    const before = await stage.ledger();
    const members = Array.from({ length: 1_200 }, (_, i) => ({ msisdn: phone(i), name: `Customer ${i}` }));
    const group = await stage.group(members);
    const made = await stage.draft({ group_ids: [group], body: "Habari {{first_name|rafiki}}, your order is ready." });
    expect(made).toMatchObject({ status: "draft", recipients: 1_200, parts: 1_200, cost_cents: 96_000, queued: 1_200 });
    expect((await stage.ask("confirmBlast", { params: { id: made.id } })).status).toBe(201);
    const sent = await stage.settled(made.id);
    const done = await until("all are delivered", async () => {
      const now = await stage.detail(sent.id);
      return now.delivered === 1_200 && now;
    });
    expect(done).toMatchObject({
      status: "sent",
      queued: 0,
      submitted: 0,
      failed: 0,
      charged_cents: 96_000,
      released_cents: 0,
    });
    const after = await stage.ledger();
    expect(after.available).toBe(before.available - 96_000);
    expect(after.held).toBe(0);
    expect(after.sums).toEqual({ available: after.available, held: 0, all: 0 });
  });
});
