import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Smsc, startSmsc } from "../../sandbox/smsc";
import { readEnvironment } from "../../services/environment";
import { startSending } from "../../services/messaging/service";
import { blastStage, lakeside, phone, type Stage, type Token, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";
import { expected, newcomer, type SenderStage, savanna, senderStage } from "./senders.fixtures";

describe("a brand-new account", () => {
  let fixture: SenderStage;
  let smsc: Smsc;
  let sending: { stop(): Promise<void> };
  beforeAll(async () => {
    fixture = await senderStage();
    smsc = await startSmsc();
    sending = await startSending(fixture.database, {
      billingFor: (account: string) => fixture.embedded.clientsOfAccount(account).billing,
      ...{ sharedSender: "JIBU", log: fixture.log, settleMs: 100 },
      carrier: { url: `smpp://jibu:sandbox@127.0.0.1:${smsc.port}`, window: 10, tps: 0 },
    });
  });
  afterAll(async () => {
    await sending.stop();
    await smsc.close();
    expect(fixture.faults).toEqual([]);
    await fixture.close();
  });

  const owner = () => fixture.as("Wanjiru", newcomer);
  const form = { kind: "express", numbers: phone(1), body: "Karibu New Leaf." } as const;

  test("pays for the SMS plan, and sends from the shared sender ID until it has its own; the receipt arrives", async () => {
    expect((await owner().messaging.senders({})).status).toBe(403);
    await fixture.addMoney(newcomer, 1_000_000);
    const bought = await owner().billing.payProduct({
      body: { product: "SMS", plan: "start-month", method: "balance", key: "the-first-plan" },
    });
    expected(bought, 201);
    await fixture.tasks["billing.grant"]?.({ account: newcomer, product: "SMS" });

    const { data } = expected(await owner().messaging.senders({}), 200);
    const anyHour = { hours: null, footer: "", links: null };
    expect(data).toEqual([
      { sender: "JIBU", kind: "transactional", status: "approved", shared: true, not_on: [], ...anyHour },
    ]);
    const body = { ...form, sender: "JIBU", key: "the-first-message" };
    expect(expected(await owner().messaging.price({ body }), 200)).toMatchObject({ recipients: 1, cost_cents: 80 });
    const { id } = expected(await owner().messaging.createBlast({ body }), 201);
    expected(await owner().messaging.confirmBlast({ params: { id } }), 201);
    const read = async () => expected(await owner().messaging.messages({ params: { id } }), 200).data[0];
    const message = await until("it is delivered", async () => {
      const one = await read();
      return one?.status === "delivered" && one;
    });
    expect(message).toMatchObject({ msisdn: phone(1), text: "Karibu New Leaf.", parts_delivered: 1 });
    expect(smsc.handset(phone(1))).toMatchObject([{ peer: "JIBU", text: "Karibu New Leaf." }]);
  });

  test("a name that is neither its own nor the shared one is refused", async () => {
    const body = { ...form, sender: "SAVANNA", key: "somebody-elses" };
    expect(await owner().messaging.price({ body })).toMatchObject({
      status: 422,
      body: { errors: { sender: [expect.any(String)] } },
    });
  });

  test("its own comes before the shared one when it is approved", async () => {
    const { id } = await fixture.requested({ sender: "NEWLEAF" }, newcomer);
    await fixture.approve(id);
    const { data } = expected(await owner().messaging.senders({}), 200);
    expect(data.map(({ sender, status, shared }) => [sender, status, shared])).toEqual([
      ["NEWLEAF", "approved", false],
      ["JIBU", "approved", true],
    ]);
  });

  test("the shared one is no one's to pass on: a reseller is not told of it", async () => {
    const terms = await fixture.embedded.clientsOfAccount(savanna).messaging.sendingTerms();
    expect(expected(terms, 200).senders.map(({ sender }) => sender)).not.toContain("JIBU");
  });
});

test.each([
  [{}, "JIBU"],
  [{ SMS_SHARED_SENDER: "none" }, undefined],
  [{ SMS_SHARED_SENDER: "KARIBU" }, "KARIBU"],
])("with %j the shared sender ID is %s", (settings, name) => {
  expect(readEnvironment(settings).SMS_SHARED_SENDER).toBe(name);
});

describe("an answer to a sender ID that several accounts use", () => {
  let fixture: Stage;
  let fake: ReturnType<typeof fakeCarrier>;
  beforeAll(async () => {
    fixture = await blastStage({ sharedSender: "JIBU" });
    fake = fakeCarrier();
    await fixture.work(fake.carrier);
  });
  afterEach(() => expect(fixture.faults).toEqual([]));
  afterAll(() => fixture.close());

  async function send(sender: string, numbers: string, token: Token): Promise<void> {
    const before = fake.sent.length;
    const made = await fixture.draft({ kind: "express", sender, numbers, body: `From ${token}` }, token);
    await fixture.ask("confirmBlast", { params: { id: made.id } }, token);
    await until("it was sent", () => fake.sent.length > before);
    await until("it is written", async () => {
      const { body } = await fixture.ask("blast", { params: { id: made.id } }, token);
      return body.submitted === 1;
    });
  }

  async function heard(token: Token): Promise<string[]> {
    const { body } = await fixture.ask("inbox", {}, token);
    return (body as unknown as { data: { text: string }[] }).data.map(({ text }) => text);
  }

  test("goes to the account that wrote to the number last from that sender ID, whoever wrote from another since", async () => {
    await send("JIBU", phone(1), "owner");
    await send("JIBU", phone(1), "other");
    await send("SAVANNA", phone(1), "owner");
    await fake.message(phone(1), "JIBU", "To Lakeside");
    expect([await heard("owner"), await heard("other")]).toEqual([[], ["To Lakeside"]]);
    await fake.message(phone(1), "SAVANNA", "To Savanna");
    expect([await heard("owner"), await heard("other")]).toEqual([["To Savanna"], ["To Lakeside"]]);
  });

  test("to the shared one is no one's where no one wrote from it, and after a week", async () => {
    const before = [await heard("owner"), await heard("other")];
    await send("SAVANNA", phone(2), "owner");
    await fake.message(phone(2), "JIBU", "Who is this?");
    await fixture.database.pool.query(
      "update messaging.recent set at = now() - interval '8 days' where sender = 'JIBU'",
    );
    await fake.message(phone(1), "JIBU", "Too late");
    expect([await heard("owner"), await heard("other")]).toEqual(before);
  });

  test("STOP to the shared one takes the number off the list of that account alone", async () => {
    await send("JIBU", phone(3), "owner");
    await fake.message(phone(3), "JIBU", "STOP");
    const price = (token: Token) =>
      fixture.ask(
        "price",
        { body: fixture.form({ kind: "express", sender: "JIBU", numbers: `${phone(3)}\n${phone(4)}` }) },
        token,
      );
    expect((await price("owner")).body).toMatchObject({ opted_out: 1, recipients: 1 });
    expect((await price("other")).body).toMatchObject({ opted_out: 0, recipients: 2 });
    const { rows } = await fixture.database.pool.query(
      "select 1 from messaging.blacklist where customer_account = $1",
      [lakeside],
    );
    expect(rows).toEqual([]);
  });
});
