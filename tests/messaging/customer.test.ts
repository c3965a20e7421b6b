import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { type CustomerEvents, type CustomerProfile, customerCalls } from "../../services/kit/contract.customer";
import { inAccount } from "../../services/kit/database";
import { serve } from "../../services/kit/serve";
import { addStop } from "../../services/messaging/contacts/recipients";
import { viewing } from "../../services/messaging/contract.blasts";
import { customerHandlers } from "../../services/messaging/customer/handlers";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, lakeside, type Stage, savanna, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
let ask: <T>(name: "customer" | "customerEvents", token?: string) => Promise<T>;
const query = { phones: "+254712345678" };
beforeAll(async () => {
  fixture = await blastStage();
  const people = { owner: person(), other: person({ customer_account: lakeside }) };
  const served = serve(
    contract("messaging", customerCalls(viewing)),
    customerHandlers(fixture.database),
    surroundings(people),
  );
  ask = async (name, token = "owner") => (await served.call(name, { query } as never, caller(token))).body as never;
});
afterAll(() => fixture.close());

test("messages both ways and opt-outs are told, and an answer that nobody has answered waits", async () => {
  const fake = fakeCarrier();
  await fixture.work(fake.carrier);
  const sent = await fixture.send({ kind: "express", numbers: "0712345678", name: "Reminder", body: "Karibu" });
  await until("it was sent", async () => (await fixture.detail(sent.id)).status === "sent");
  await fixture.rows(`
    insert into messaging.inbox (customer_account, msisdn, sent_to, text, received_at)
    values ('${savanna}', '+254712345678', '20880', 'When do you open?', now() + interval '1 second') returning 1`);
  await inAccount(fixture.database.db, savanna, (trx) => addStop(trx, savanna, "+254712345678", "Texted STOP"));

  const { data } = await ask<CustomerEvents>("customerEvents");
  expect(data.map(({ kind }) => kind).sort()).toEqual(["opted out", "sms received", "sms sent"]);
  expect(data.find(({ kind }) => kind === "sms sent")).toMatchObject({ record: sent.id, text: "Karibu" });
  expect(await ask<CustomerProfile>("customer")).toMatchObject({
    facts: [{ label: "SMS", value: "Opted out" }],
    tasks: [{ kind: "sms unanswered", title: "When do you open?" }],
  });
  await fixture.rows(`update messaging.inbox set received_at = '2026-01-01' returning 1`);
  expect((await ask<CustomerProfile>("customer")).tasks).toEqual([]);
  expect((await ask<CustomerEvents>("customerEvents", "other")).data).toEqual([]);
});
