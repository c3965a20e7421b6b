import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { webhookPause } from "../../rules/webhook-events";
import { type Webhook, type WebhookDelivery, webhookCalls } from "../../services/identity/contract.webhooks";
import { introspectIn } from "../../services/identity/service";
import { startWebhooks } from "../../services/identity/webhooks/deliver";
import { webhookHandlers } from "../../services/identity/webhooks/service";
import { recordConsents } from "../../services/kit/consents";
import { contract } from "../../services/kit/contract";
import { type Database, inAccount } from "../../services/kit/database";
import type { IntervalLoop } from "../../services/kit/interval";
import { serve } from "../../services/kit/serve";
import { eraseInWebhooks, tellWebhooks } from "../../services/kit/webhooks";
import { until } from "../messaging/blasts.fixtures";
import { freshDatabase } from "../setup/database";
import { caller, surroundings } from "../setup/people";
import { addAccount } from "./people.fixtures";

const [savanna, lakeside] = ["100001", "200002"];
const around = surroundings({});
type ReceivedRequest = { id: string; body: string; headers: Record<string, string> };
let database: Database;
let owner: string;
let other: string;
let receiver: Server;
let received: ReceivedRequest[];
/** What the receiver answers next; 200 when there is nothing. */
let next: number[];
let loops: IntervalLoop[];

beforeAll(async () => {
  database = await freshDatabase();
  owner = (await addAccount(database, savanna, [{ name: "Owner", role: "Owner" }])).Owner?.token ?? "";
  other = (await addAccount(database, lakeside, [{ name: "Owner", role: "Owner" }])).Owner?.token ?? "";
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const headers = request.headers as Record<string, string>;
      received.push({ id: headers["webhook-id"] ?? "", body, headers });
      response.writeHead(next.shift() ?? 200).end();
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
});
afterAll(async () => {
  receiver.close();
  await database.close();
});
beforeEach(() => {
  [received, next, loops] = [[], [], []];
});
afterEach(async () => {
  for (const loop of loops) await loop.stop();
  for (const account of [savanna, lakeside])
    await inAccount(database.db, account, (trx) => trx.deleteFrom("events.webhooks").execute());
});

type Answered<T> = { status: number; body: T & { message: string } };
function ask<T = Webhook & { secret: string }>(
  name: keyof typeof webhookCalls,
  input: object,
  token = owner,
): Promise<Answered<T>> {
  const handlers = webhookHandlers(database, around.serviceSecret);
  const served = serve(contract("identity", webhookCalls), handlers, { ...around, introspect: introspectIn(database) });
  return served.call(name, input as never, caller(token)) as never;
}
const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks?key=private`;
const add = async (more: object = {}) =>
  (await ask("createWebhook", { body: { url: url(), events: ["consent.changed"], ...more } })).body;
const hookOf = async (id: number) => (await ask("webhook", { params: { id } })).body;
const log = async (id: number) =>
  (await ask<{ data: WebhookDelivery[] }>("webhookDeliveries", { params: { id }, query: {} })).body.data;
function deliver(policy = { allow: () => true }): void {
  const { serviceSecret } = around;
  loops.push(startWebhooks(database, { serviceSecret, log: around.log, policy, everyMs: 20 }));
}
const tell = (what: object, account = savanna) =>
  inAccount(database.db, account, (trx) => tellWebhooks(trx, account, "consent.changed", [what]));
/** Makes the pause after a failure end now. */
const noPause = () => database.pool.query("update events.webhooks_due set due = now()");

describe("a web hook", () => {
  test("is told of what it asked for, signed, with a body that its receiver can check", async () => {
    const { id, secret } = await add();
    await inAccount(database.db, savanna, (trx) =>
      recordConsents(trx, savanna, ["+254722000001"], { change: "out", source: "Texted STOP" }),
    );
    deliver();
    const [request] = await until("the request arrives", () => received.length > 0 && received);
    const { "webhook-timestamp": at = "", "webhook-signature": signature } = request?.headers ?? {};
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const proof = createHmac("sha256", key).update(`${request?.id}.${at}.${request?.body}`).digest("base64");
    expect(signature).toBe(`v1,${proof}`);
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60);
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      id: request?.id,
      type: "consent.changed",
      account: savanna,
      data: { consents: [{ contact: "+254722000001", change: "out", source: "Texted STOP" }] },
    });
    await until("it counts as told", async () => (await hookOf(id)).last_delivered_at);
    expect(await log(id)).toMatchObject([{ state: "delivered", attempts: 1, status: 200, body: request?.body }]);
  });

  test("is not told of other events, of another account's, or when it is switched off", async () => {
    await add({ events: ["message.received"] });
    await add({ active: false });
    await tell({ n: 1 });
    const heard = await add();
    await tell({ n: 2 }, lakeside);
    await tell({ n: 3 });
    deliver();
    await until("the one request arrives", () => received.length > 0);
    await until("nothing waits", async () => (await hookOf(heard.id)).waiting === 0);
    expect(received.map(({ body }) => JSON.parse(body).data.n)).toEqual([3]);
  });

  test("that fails is called again after a pause, in order, and nothing is told twice", async () => {
    const { id } = await add();
    next = [500];
    await tell({ n: 1 });
    deliver();
    await until("it has failed", async () => (await hookOf(id)).failures === 1);
    for (const n of [2, 3]) await tell({ n });
    const failed = await hookOf(id);
    expect(failed.last_error).toBe(`127.0.0.1:${(receiver.address() as AddressInfo).port} answered 500.`);
    expect(failed.waiting).toBe(3);
    expect(Date.parse(failed.next_try_at ?? "") - Date.now()).toBeGreaterThan(5_000);
    await noPause();
    await until("all are told", async () => (await hookOf(id)).waiting === 0);
    expect(received.map(({ body }) => JSON.parse(body).data.n)).toEqual([1, 1, 2, 3]);
    expect(new Set(received.map(({ id: uid }) => uid)).size).toBe(3);
    expect((await hookOf(id)).failures).toBe(0);
  });

  test("is called by one of several processes", async () => {
    const { id } = await add();
    for (let n = 0; n < 60; n++) await tell({ n });
    deliver();
    deliver();
    deliver();
    await until("all are told", async () => (await hookOf(id)).waiting === 0);
    expect(received.map(({ body }) => JSON.parse(body).data.n).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, n) => n),
    );
  });

  test("that answers 410 is switched off; switched on again it is told what waited", async () => {
    const { id } = await add();
    next = [410];
    await tell({ n: 1 });
    deliver();
    await until("it is off", async () => !(await hookOf(id)).active);
    expect((await hookOf(id)).waiting).toBe(1);
    await ask("updateWebhook", { params: { id }, body: { url: url(), events: ["consent.changed"], active: true } });
    await until("it is told", async () => (await hookOf(id)).waiting === 0);
    expect(received).toHaveLength(2);
  });

  test("is not called in a private network", async () => {
    const { id } = await add();
    await tell({ n: 1 });
    deliver({ allow: () => false });
    await until("it has failed", async () => (await hookOf(id)).failures === 1);
    expect((await hookOf(id)).last_error).not.toContain("private");
    expect(received).toEqual([]);
  });

  test("can be told again, under the same ID", async () => {
    const { id } = await add();
    await tell({ n: 1 });
    deliver();
    await until("it is told", async () => (await log(id))[0]?.state === "delivered");
    const [delivery] = await log(id);
    const again = await ask("replayWebhook", { params: { id }, body: { delivery: delivery?.id } });
    expect(again.body.message).toBe("1 request will be sent again.");
    await until("it is told again", () => received.length === 2);
    expect(received[0]?.body).toBe(received[1]?.body);
    expect(received[0]?.id).toBe(received[1]?.id);
  });

  test("an address to which nothing would be sent is refused when it is entered", async () => {
    const refusal = async (address: string) => {
      const answer = await ask("createWebhook", { body: { url: address, events: ["consent.changed"] } });
      return [answer.status, (answer.body as { errors?: Record<string, string[]> }).errors?.url];
    };
    expect(await refusal("https://till:secret@shop.example/hooks")).toEqual([
      422,
      ["Leave the user name and the password out of the address. Each request is signed with a secret instead."],
    ]);
    expect(await refusal("shop.example/hooks")).toEqual([422, ["Enter an address that begins with https://."]]);
    expect(await refusal(`https://shop.example/${"x".repeat(500)}`)).toEqual([
      422,
      ["An address has at most 500 characters."],
    ]);
  });

  test("of another account can't be seen, changed, replayed or deleted", async () => {
    const { id } = await add();
    const body = { url: url(), events: ["consent.changed"] };
    for (const [name, input] of [
      ["webhook", {}],
      ["updateWebhook", { body }],
      ["deleteWebhook", {}],
      ["webhookDeliveries", {}],
      ["replayWebhook", { body: {} }],
    ] as const)
      expect((await ask(name, { params: { id }, ...input }, other)).status, name).toBe(404);
  });

  test("an erasure takes a number out of what was told and of what waits", async () => {
    const { id } = await add();
    await tell({ contact: "+254722000009" });
    await tell({ contact: "+254722000010" });
    await inAccount(database.db, savanna, (trx) => eraseInWebhooks(trx, savanna, "+254722000009"));
    const left = await log(id);
    expect(left).toHaveLength(1);
    expect(left[0]?.body).toContain("+254722000010");
  });
});

test("the pauses grow and end at six hours", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map(webhookPause)).toEqual([10, 40, 160, 640, 2560, 10240, 21600, 21600]);
});
