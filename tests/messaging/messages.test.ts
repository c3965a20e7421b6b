import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serve } from "../../services/kit/serve";
import { messageCalls, type ProgramMessage, type RefusedMessage } from "../../services/messaging/contract.messages";
import { messageHandlers } from "../../services/messaging/messages/service";
import { erasePerson } from "../../services/messaging/person/erase";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, lakeside, phone, type Stage, savanna } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
let fake: ReturnType<typeof fakeCarrier>;
beforeEach(async () => {
  fixture = await blastStage({ cents: 1_000 });
  fake = fakeCarrier();
});
afterEach(() => fixture.close());

const key = { id: 7, scopes: ["messages:send", "messages:read"] as ("messages:send" | "messages:read")[] };
const people = {
  key: person({ id: "key.7", name: "Till (API key)", roles: [], api_key: key }),
  second: person({ id: "key.8", name: "Shop (API key)", roles: [], api_key: { ...key, id: 8 } }),
  other: person({ customer_account: lakeside, id: "key.9", roles: [], api_key: { ...key, id: 9 } }),
};
type Batch = {
  blast_id: number;
  accepted: (ProgramMessage & { index: number })[];
  refused: RefusedMessage[];
  cost_cents: number;
};
type Body = ProgramMessage & Batch & { data: ProgramMessage[]; message: string; errors?: Record<string, string[]> };
async function ask(
  name: keyof typeof messageCalls,
  input: object,
  { token = "key", idempotencyKey }: { token?: keyof typeof people; idempotencyKey?: string } = {},
): Promise<{ status: number; body: Body }> {
  const handlers = messageHandlers(fixture.database, fixture.deps);
  const served = serve(contract("messaging", messageCalls), handlers, surroundings(people));
  const given = { ...caller(token), ...(idempotencyKey ? { idempotencyKey } : {}) };
  return served.call(name, input as never, given) as never;
}
/** The receipts of everything that was handed over. */
const deliverAll = () => Promise.all(fake.sent.map((_, sent) => fake.receipt(`fake-${sent + 1}`)));
const one = (more: object = {}) => ({
  body: { sender: "SAVANNA", to: phone(1), text: "Order 1001 is ready.", ...more },
});
const blasts = () => fixture.rows<{ id: number }>("select id from messaging.blasts order by id");

describe("one message of a program", () => {
  test("is priced, paid and sent by one call, and its state is known by its ID and by its reference", async () => {
    const sent = await ask("sendMessage", one({ reference: "order-1001" }));
    expect(sent).toMatchObject({
      status: 201,
      body: { to: phone(1), reference: "order-1001", status: "queued", parts: 1, cost_cents: 80 },
    });
    await fixture.work(fake.carrier);
    await fixture.settled(sent.body.blast_id ?? Number(sent.body.id.split("-")[0]));
    const found = await ask("programMessage", { params: { id: sent.body.id } });
    expect(found.body).toMatchObject({ id: sent.body.id, status: "submitted", reference: "order-1001" });
    const named = await ask("messagesByReference", { query: { reference: "order-1001" } });
    expect(named.body.data.map(({ id }) => id)).toEqual([sent.body.id]);
    expect(await fixture.ledger()).toMatchObject({ available: 920, held: 0 });
  });

  test("with the same Idempotency-Key is sent once however often and however parallel it is asked for", async () => {
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask("sendMessage", one(), { idempotencyKey })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await blasts()).toHaveLength(1);
    const changed = await ask("sendMessage", one({ text: "Something else." }), { idempotencyKey });
    expect(changed.status).toBe(409);
    const elsewhere = await ask("sendMessage", one(), { idempotencyKey, token: "second" });
    expect(elsewhere.body.id).not.toBe(answers[0]?.body.id);
  });

  test("says what is wrong: number, sender, text, opt-out, money", async () => {
    await fixture.rows(
      `insert into messaging.blacklist (customer_account, msisdn) values ('${savanna}', '${phone(3)}')`,
    );
    expect(await ask("sendMessage", one({ to: "0712" }))).toMatchObject({
      status: 422,
      body: { errors: { to: expect.anything() } },
    });
    expect((await ask("sendMessage", one({ to: phone(3) }))).body.errors?.to).toEqual(["This number has opted out."]);
    expect((await ask("sendMessage", one({ sender: "WAITING" }))).body.errors).toHaveProperty("sender");
    expect((await ask("sendMessage", one({ text: " " }))).body.errors).toHaveProperty("text");
    expect((await ask("sendMessage", one({ text: "x".repeat(1600) }))).status).toBe(201);
    expect((await ask("sendMessage", one())).status).toBe(201);
    expect((await ask("sendMessage", one())).status).toBe(422);
    expect(await fixture.ledger()).toMatchObject({ available: 40, held: 960 });
  });

  test("with braces in its text is sent as it was written", async () => {
    const sent = await ask("sendMessage", one({ text: "Use {{name}} and {{message}} in texts." }));
    const [row] = await fixture.rows<{ text: string }>(
      "select coalesce(m.text, b.body) as text from messaging.messages m join messaging.blasts b on b.id = m.blast_id",
    );
    expect(sent.status).toBe(201);
    expect(row?.text).toBe("Use {{name}} and {{message}} in texts.");
  });

  test("of another account is not found", async () => {
    const sent = await ask("sendMessage", one({ reference: "order-1" }));
    expect((await ask("programMessage", { params: { id: sent.body.id } }, { token: "other" })).status).toBe(404);
    const named = await ask("messagesByReference", { query: { reference: "order-1" } }, { token: "other" });
    expect(named.body.data).toEqual([]);
    expect((await ask("programMessage", { params: { id: "1-x" } })).status).toBe(404);
  });
});

describe("a batch", () => {
  test("sends what can be sent, each with its own text, and names the others with their place", async () => {
    await fixture.rows(
      `insert into messaging.blacklist (customer_account, msisdn) values ('${savanna}', '${phone(3)}')`,
    );
    const messages = [
      { to: phone(1), text: "Dear Asha, 100 KES.", reference: "a" },
      { to: "12", text: "Nobody" },
      { to: phone(2), text: "Dear Otieno, 200 KES." },
      { to: phone(1), text: "Again" },
      { to: phone(3), text: "Opted out" },
    ];
    const { status, body } = await ask("sendMessages", { body: { sender: "SAVANNA", messages } });
    expect(status).toBe(201);
    expect(body.accepted).toMatchObject([
      { index: 0, to: phone(1), reference: "a" },
      { index: 2, to: phone(2), reference: null },
    ]);
    expect(body.refused.map(({ index, reason }) => [index, reason])).toEqual([
      [1, "number"],
      [3, "repeated"],
      [4, "opted_out"],
    ]);
    const rows = await fixture.rows<{ text: string }>("select text from messaging.messages order by seq");
    expect(rows.map(({ text }) => text)).toEqual(["Dear Asha, 100 KES.", "Dear Otieno, 200 KES."]);
  });

  test("of which nothing can be sent is refused, names each, and makes nothing", async () => {
    const messages = [
      { to: "1", text: "x" },
      { to: "2", text: "x" },
    ];
    const { status, body } = await ask("sendMessages", { body: { sender: "SAVANNA", messages } });
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {})).toEqual(["messages.0.to", "messages.1.to"]);
    expect(await blasts()).toEqual([]);
  });
});

describe("web hooks", () => {
  const hook = (more: string) =>
    fixture.rows(
      `insert into events.webhooks (customer_account, url, events, only_api) values ('${savanna}', 'https://shop.example', '{message.status}', ${more}) returning id`,
    );
  const told = () =>
    fixture.rows<{ payload: { messages: Record<string, unknown>[] } }>(
      "select payload from events.webhook_deliveries order by id",
    );
  const group = () => fixture.group([{ msisdn: phone(5) }]);

  test("are told what became of a program's messages with their references, once each", async () => {
    await hook("true");
    const sent = await ask("sendMessages", {
      body: {
        sender: "SAVANNA",
        messages: [
          { to: phone(1), text: "One", reference: "r1" },
          { to: phone(2), text: "Two" },
        ],
      },
    });
    await fixture.send({ group_ids: [await group()] });
    await fixture.work(fake.carrier);
    await fixture.settled(sent.body.blast_id);
    await deliverAll();
    const all = (await told()).flatMap(({ payload }) => payload.messages);
    expect(
      all
        .map(({ id, to, reference, status }) => ({ id, to, reference, status }))
        .sort((a, b) => String(a.id).localeCompare(String(b.id))),
    ).toEqual([
      { id: `${sent.body.blast_id}-1`, to: phone(1), reference: "r1", status: "delivered" },
      { id: `${sent.body.blast_id}-2`, to: phone(2), reference: null, status: "delivered" },
    ]);
  });

  test("for all messages are told of those of people as well", async () => {
    await hook("false");
    const blast = await fixture.send({ group_ids: [await group()] });
    await fixture.work(fake.carrier);
    await fixture.settled(blast.id);
    await deliverAll();
    expect((await told()).flatMap(({ payload }) => payload.messages)).toMatchObject([
      { id: `${blast.id}-1`, status: "delivered" },
    ]);
  });

  test("an erasure takes the number out of what was told, and the program's name for the message", async () => {
    await hook("true");
    await ask("sendMessage", one({ reference: "asha@example.test" }));
    await fixture.work(fake.carrier);
    const [blast] = await blasts();
    await fixture.settled(blast?.id ?? 0);
    await deliverAll();
    expect(JSON.stringify(await told())).toContain(phone(1));
    await inAccount(fixture.database.db, savanna, (trx) =>
      erasePerson(trx, savanna, { msisdn: phone(1), email: null } as never),
    );
    expect(JSON.stringify(await told())).not.toContain(phone(1));
    expect(await fixture.rows("select 1 from messaging.message_references")).toEqual([]);
  });
});
