import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serve } from "../../services/kit/serve";
import { addStop, removeStop } from "../../services/messaging/contacts/recipients";
import { recipientCalls, type SmsRecipient } from "../../services/messaging/contract.recipient";
import { recipientHandlers } from "../../services/messaging/recipient/service";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, lakeside, type Stage, savanna, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
let ask: (number: string, token?: string) => Promise<{ status: number; body: SmsRecipient & { errors?: object } }>;
beforeAll(async () => {
  fixture = await blastStage();
  const people = { owner: person(), other: person({ customer_account: lakeside }) };
  const served = serve(
    contract("messaging", recipientCalls),
    recipientHandlers(fixture.database),
    surroundings(people),
  );
  ask = (number, token = "owner") => served.call("recipient", { query: { number } } as never, caller(token)) as never;
});
afterAll(() => fixture.close());

test("messages, charges, receipts, answers and opt-outs of one number are in order, the newest first", async () => {
  const fake = fakeCarrier();
  await fixture.work(fake.carrier);
  const sent = await fixture.send({ kind: "express", numbers: "0712345678", name: "Reminder", body: "x".repeat(200) });
  await until("it was sent", async () => (await fixture.detail(sent.id)).status === "sent");
  await fake.receipt("fake-1");
  await fixture.draft({ kind: "express", numbers: "0712345678", body: "A draft is nothing yet." });
  await fixture.rows(`
    insert into messaging.inbox (customer_account, msisdn, sent_to, text, received_at)
    values ('${savanna}', '+254712345678', '20880', 'STOP', now() + interval '1 minute') returning 1`);
  await inAccount(fixture.database.db, savanna, (trx) => addStop(trx, savanna, "+254712345678", "Texted STOP"));
  const { body } = await until("the receipt is there", async () => {
    const found = await ask("0712 345 678");
    return found.body.events.some((event) => event.kind === "sent" && event.parts_delivered === 1) && found;
  });
  expect(body).toMatchObject({
    msisdn: "+254712345678",
    network: "Safaricom",
    opted_out: { reason: "Texted STOP" },
    sent: 1,
    received: 1,
    charged_cents: 160,
    more: false,
  });
  expect(body.events.map(({ kind }) => kind)).toEqual(["received", "opted out", "sent"]);
  expect(body.events.at(-1)).toMatchObject({ blast_id: sent.id, blast: "Reminder", parts: 2, charged_cents: 160 });
  await inAccount(fixture.database.db, savanna, (trx) => removeStop(trx, savanna, "+254712345678"));
  const again = (await ask("+254712345678")).body;
  expect(again.opted_out).toBeNull();
  expect(again.events.map(({ kind }) => kind)).toContain("opted in");
});

test("of a number with many messages the newest are shown and all are counted", async () => {
  await fixture.rows(`
    insert into messaging.inbox (customer_account, msisdn, sent_to, text, received_at)
    select '${savanna}', '+254712000777', '20880', 'Answer ' || n, now() - n * interval '1 minute'
    from generate_series(1, 203) n returning 1`);
  const { body } = await ask("0712000777");
  expect(body).toMatchObject({ received: 203, more: true });
  expect(body.events).toHaveLength(200);
});

test("another account knows nothing of it, and what is no number is refused in words", async () => {
  expect((await ask("0712345678", "other")).body).toMatchObject({ sent: 0, received: 0, opted_out: null, events: [] });
  expect(await ask("12")).toMatchObject({
    status: 422,
    body: { errors: { number: [expect.stringMatching(/^12: /)] } },
  });
  expect((await ask("")).status).toBe(422);
});
