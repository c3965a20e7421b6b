import { afterEach, beforeEach, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import { serve } from "../../services/kit/serve";
import { setExpected } from "../../services/messaging/blasts/expected";
import { textCalls } from "../../services/messaging/contract.internal";
import { textHandlers } from "../../services/messaging/messages/text";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, phone, type Stage, savanna } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
let fake: ReturnType<typeof fakeCarrier>;
beforeEach(async () => {
  fixture = await blastStage({ cents: 200 });
  fake = fakeCarrier();
});
afterEach(() => fixture.close());

const around = surroundings({ owner: person() });
async function call(name: keyof typeof textCalls, body: object) {
  const served = serve(contract("messaging", textCalls), textHandlers(fixture.database, fixture.deps), around);
  const token = serviceToken(around.serviceSecret, savanna);
  const answer = await served.call(name, { body } as never, { ...caller(""), token });
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  return answer as unknown as { status: number; body: any };
}
const send = (key: string, n: number, text = "Karibu!") =>
  call("sendText", { key, sender: "SAVANNA", to: phone(n), text });

test("a text of another service is paid like others, once for its key, and a survey that waits for an answer still does", async () => {
  await fixture.work(fake.carrier);
  await inAccount(fixture.database.db, savanna, (trx) =>
    setExpected(trx, savanna, "SAVANNA", { expected: [phone(1)], ended: [] }),
  );
  const first = await send("sequence:1", 1, "{{name}} stays as it is");
  expect(first.body).toMatchObject({ message: { cost_cents: 80 }, refused: "", opted_out: false });
  expect((await send("sequence:1", 1, "{{name}} stays as it is")).body).toEqual(first.body);
  await fixture.settled(Number(first.body.message.id.split("-")[0]));
  expect((await fixture.ledger()).available).toBe(120);
  expect(await fixture.rows("select text from messaging.messages")).toEqual([{ text: "{{name}} stays as it is" }]);
  expect(await fixture.rows("select 1 from messaging.expected_replies")).toHaveLength(1);
});

test("who has opted out is named, and what can't be paid for is refused as a whole", async () => {
  await fixture.rows(`insert into messaging.blacklist (customer_account, msisdn) values ('${savanna}', '${phone(2)}')`);
  expect((await send("sequence:1", 2)).body).toEqual({
    ...{ message: null, refused: "This number has opted out.", opted_out: true },
  });
  const dear = await send("sequence:2", 1, "x".repeat(600));
  expect([dear.status, dear.body.message]).toEqual([422, expect.any(String)]);
});

test("who has written since a moment is told with when", async () => {
  await fixture.work(fake.carrier);
  const first = await send("sequence:1", 1);
  await fixture.settled(Number(first.body.message.id.split("-")[0]));
  const since = new Date(Date.now() - 60_000).toISOString();
  await fake.message(phone(1), "SAVANNA", "Yes please", "ref-1");
  const heard = await call("heardFrom", { since, msisdns: [phone(1), phone(2)] });
  expect(heard.body.data).toEqual([{ contact: phone(1), at: expect.any(String) }]);
  const later = await call("heardFrom", { since: new Date(Date.now() + 60_000).toISOString(), msisdns: [phone(1)] });
  expect(later.body.data).toEqual([]);
});
