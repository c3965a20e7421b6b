import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { billingService } from "../../services/billing/service";
import { post } from "../../services/billing/store";
import { inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import type { WhatsappDeps, WhatsappUpstreams } from "../../services/whatsapp/deps";
import { settleCharges, startChargingTemplates } from "../../services/whatsapp/templates/settle";
import { caller, person, surroundings } from "../setup/people";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

type Billing = WhatsappUpstreams["billing"];
type Chat = WhatsappUpstreams["chat"];

let fixture: WhatsappFixture;
let billing: Billing;
let template: number;
let contact: number;
/** What replaces a call of another service, for one test. */
let broken: { billing?: Partial<Billing>; chat?: Partial<Chat> } = {};
let requests = 0;
const price = 450;

const crash = () => {
  throw new Error("the process ended");
};

beforeAll(async () => {
  fixture = await whatsappFixture();
  await fixture.ask("syncTemplates");
  const { savanna, social, deps } = fixture;
  const options = surroundings({ owner: person({}) });
  const served = billingService(social.database, options);
  const service = () => inProcess(served, { ...caller(""), token: serviceToken(options.serviceSecret, savanna) });
  billing = {
    hold: (input) => service().hold(input),
    settle: (input) => service().settle(input),
    refund: (input) => service().refund(input),
  };
  await service().openAccount({ body: { name: "Savanna", email: "owner@savanna.test" } });
  const before = deps.clientsOfAccount;
  const clientsOfAccount: WhatsappDeps["clientsOfAccount"] = (account) => {
    const others = before(account);
    const { contact: find, writeFor, messageStates } = others.chat;
    const chat = { contact: find, writeFor, messageStates, ...broken.chat };
    return { ...others, billing: { ...billing, ...broken.billing }, chat };
  };
  deps.clientsOfAccount = clientsOfAccount;
  template = (await fixture.template("weekend_offer")).id;
}, 90_000);
afterAll(() => fixture.end());

beforeEach(async () => {
  broken = {};
  await put(10_000 - (await money()).available);
  // Each test has a customer of its own: a number takes one message in some seconds.
  const question = `Is kettle ${++requests} back?`;
  await fixture.graph.write(`25471122${String(requests).padStart(4, "0")}`, question, "Wanjiku");
  const { ask } = fixture.social.chat;
  const one = async () => (await ask("contacts", { query: { q: question } })).body.data[0];
  await fixture.until(async () => expect(await one()).toBeDefined());
  contact = (await one()).contact_id;
  expect((await ask("startContact", { params: { id: contact } })).status).toBe(201);
});

function put(cents: number) {
  if (cents === 0) return;
  return inAccount(fixture.social.database.db, fixture.savanna, (trx) =>
    post(trx, fixture.savanna, {
      kind: "topup",
      reference: `top up ${++requests}`,
      entries: [
        { ledger: "cash", cents: -cents },
        { ledger: "available", cents },
      ],
    }),
  );
}

async function money(): Promise<{ available: number; held: number }> {
  const [wallet] = await fixture.rows<{ available_cents: number; held_cents: number }>(
    sql`select available_cents, held_cents from billing.wallets where customer_account = ${fixture.savanna}`,
  );
  return { available: Number(wallet?.available_cents), held: Number(wallet?.held_cents) };
}

const freshRequest = () => String(++requests).padStart(32, "q");

function send(request_id: string) {
  const body = { contact_id: contact, request_id, values: { "body.1": "Wanjiku" } };
  return fixture.ask("sendTemplate", { params: { id: template }, body }, "joy");
}

async function written(request_id: string): Promise<{ status: string } | undefined> {
  const [found] = await fixture.rows(sql`select status from chat.messages where message_id = ${request_id}`);
  return found as { status: string } | undefined;
}

async function chargeRow(request_id: string) {
  const [found] = await fixture.rows(
    sql`select state, tries, cents::int from whatsapp.template_charges where request_id = ${request_id}`,
  );
  return found;
}

async function waiting(request_id: string): Promise<boolean> {
  const found = await fixture.rows(sql`select from whatsapp.template_charge_queue where request_id = ${request_id}`);
  return found.length > 0;
}

/** As if the request was made so long ago. */
async function age(request_id: string, minutes: number) {
  await fixture.rows(
    sql`update whatsapp.template_charges set created_at = created_at - make_interval(mins => ${minutes})
      where request_id = ${request_id}`,
  );
  await fixture.rows(sql`update whatsapp.template_charge_queue set due_at = now() where request_id = ${request_id}`);
}

/** What the worker does with one message. */
const settle = (request_id: string) =>
  settleCharges(fixture.social.database, fixture.deps, fixture.savanna, [request_id]);

/** The worker itself looks once at all that is due. */
async function runWorker() {
  const faults: unknown[] = [];
  const log = { error: (fields: object) => void faults.push((fields as { err?: unknown }).err) };
  await startChargingTemplates(fixture.social.database, { ...fixture.deps, log, everyMs: 60_000 }).stop();
  expect(faults).toEqual([]);
}

async function setStatus(request_id: string, status: string) {
  await fixture.rows(sql`update chat.messages set status = ${status} where message_id = ${request_id}`);
}

test("a template of the inbox reserves its price, is charged when WhatsApp took it, and the same request is one", async () => {
  const request = freshRequest();
  expect((await send(request)).status).toBe(201);
  expect((await send(request)).status).toBe(201);
  expect(await money()).toEqual({ available: 10_000 - price, held: price });
  await fixture.until(async () => expect((await written(request))?.status).toBe("read"));
  await age(request, 1);
  await runWorker();
  expect(await money()).toEqual({ available: 10_000 - price, held: 0 });
  expect(await chargeRow(request)).toEqual({ state: "charged", tries: 1, cents: price });
  expect(await waiting(request)).toBe(false);
  expect((await send(request)).status).toBe(201);
  await runWorker();
  expect(await money()).toEqual({ available: 10_000 - price, held: 0 });
  // The statement has it under WhatsApp, as broadcasts are.
  const [line] = await fixture.rows(
    sql`select product, description from billing.ledger_transactions where kind = 'hold'
      and reference = ${`whatsapp:template:${request}:1`}`,
  );
  expect(line).toEqual({ product: "Whatsapp", description: "WhatsApp template: weekend_offer" });
});

test("a balance that is too low is said, and nothing is sent; with money the same request goes out", async () => {
  await put(100 - 10_000);
  const request = freshRequest();
  const refused = await send(request);
  expect(refused).toMatchObject({ status: 422, body: { errors: { balance: ["The balance is too low."] } } });
  expect(refused.body.message).toBe(
    "The balance is too low: this costs KES 4.50 and KES 1.00 is left. Nothing was sent.",
  );
  expect(await written(request)).toBeUndefined();
  expect(await waiting(request)).toBe(false);
  await put(9_900);
  expect((await send(request)).status).toBe(201);
  expect(await money()).toEqual({ available: 10_000 - price, held: price });
  await fixture.until(async () => expect((await written(request))?.status).toBe("read"));
  await settle(request);
  expect(await money()).toEqual({ available: 10_000 - price, held: 0 });
});

test("what costs nothing reserves nothing", async () => {
  await fixture.rows(sql`update whatsapp.price_list set price = 0 where category = 'MARKETING' and country = 'KE'`);
  const request = freshRequest();
  expect((await send(request)).status).toBe(201);
  expect(await chargeRow(request)).toBeUndefined();
  expect(await money()).toEqual({ available: 10_000, held: 0 });
  await fixture.rows(sql`update whatsapp.price_list set price = 45000 where category = 'MARKETING' and country = 'KE'`);
});

test("what the chat refuses is refunded at once", async () => {
  const refusal = { status: 406 as const, body: { status: 406, message: "This conversation has ended." } };
  broken.chat = { writeFor: async () => refusal };
  const request = freshRequest();
  expect(await send(request)).toMatchObject({ status: 406, body: { message: "This conversation has ended." } });
  expect(await money()).toEqual({ available: 10_000, held: 0 });
  expect(await chargeRow(request)).toMatchObject({ state: "returned" });
  // The same request reserves under another name: the first reservation is over.
  broken = {};
  expect((await send(request)).status).toBe(201);
  expect(await money()).toEqual({ available: 10_000 - price, held: price });
  expect(await chargeRow(request)).toMatchObject({ state: "reserved", tries: 2 });
  // A request that belongs to a message elsewhere is refused, and takes nothing from that message.
  broken.chat = { writeFor: async () => ({ ...refusal, status: 409 }) };
  expect((await send(request)).status).toBe(409);
  expect((await money()).available).toBe(10_000 - price);
  broken = {};
  await fixture.until(async () => expect((await written(request))?.status).toBe("read"));
  await settle(request);
  expect(await money()).toEqual({ available: 10_000 - price, held: 0 });
});

test("a message that fails at once, or after it was charged, is refunded once", async () => {
  const [early, late] = [freshRequest(), freshRequest()];
  await send(early);
  await fixture.until(async () => expect((await written(early))?.status).toBe("read"));
  await setStatus(early, "failed");
  await settle(early);
  await settle(early);
  expect(await money()).toEqual({ available: 10_000, held: 0 });
  await send(late);
  await fixture.until(async () => expect((await written(late))?.status).toBe("read"));
  await setStatus(late, "sent");
  await settle(late);
  expect(await money()).toEqual({ available: 10_000 - price, held: 0 });
  // Accepted is not arrived: it is looked at until it is.
  expect(await waiting(late)).toBe(true);
  await setStatus(late, "failed");
  await age(late, 5);
  await runWorker();
  expect(await money()).toEqual({ available: 10_000, held: 0 });
  expect(await chargeRow(late)).toMatchObject({ state: "returned" });
  // The request comes once more: it wrote that message, and costs nothing.
  expect((await send(late)).status).toBe(201);
  await settle(late);
  expect(await money()).toEqual({ available: 10_000, held: 0 });
  // What was refunded is not sent again for nothing.
  const [{ id } = { id: 0 }] = await fixture.rows<{ id: number }>(
    sql`select id::int from chat.messages where message_id = ${late}`,
  );
  const again = await fixture.social.chat.ask("resendMessage", { params: { id } });
  expect(again).toMatchObject({ status: 406, body: { message: expect.stringContaining("paid for each time") } });
});

test("a message of which WhatsApp said nothing is waited for, and refunded after three days", async () => {
  const request = freshRequest();
  await send(request);
  await fixture.until(async () => expect((await written(request))?.status).toBe("read"));
  await fixture.rows(sql`update chat.messages set status = 'queued', reason = 'unsure' where message_id = ${request}`);
  await age(request, 60 * 24);
  await runWorker();
  expect(await money()).toEqual({ available: 10_000 - price, held: price });
  expect(await waiting(request)).toBe(true);
  await age(request, 2 * 60 * 24);
  await runWorker();
  expect(await money()).toEqual({ available: 10_000, held: 0 });
});

test("a process that ends before the price is reserved, or before the message is written, leaves nothing reserved", async () => {
  const [first, second] = [freshRequest(), freshRequest()];
  broken.billing = { hold: crash };
  await expect(send(first)).rejects.toThrow();
  broken = { chat: { writeFor: crash } };
  await expect(send(second)).rejects.toThrow();
  broken = {};
  expect(await money()).toEqual({ available: 10_000 - price, held: price });
  // Until then the request might still be under way.
  await age(first, 4);
  await age(second, 4);
  await runWorker();
  expect((await money()).held).toBe(price);
  await age(first, 2);
  await age(second, 2);
  await runWorker();
  expect(await money()).toEqual({ available: 10_000, held: 0 });
  expect(await chargeRow(first)).toMatchObject({ state: "returned" });
  expect(await waiting(second)).toBe(false);
});

test("a process that ends after the message was written has it charged", async () => {
  const request = freshRequest();
  broken.chat = {
    async writeFor(input) {
      broken = {};
      await fixture.deps.clientsOfAccount(fixture.savanna).chat.writeFor(input);
      return crash();
    },
  };
  await expect(send(request)).rejects.toThrow();
  await fixture.until(async () => expect((await written(request))?.status).toBe("read"));
  await age(request, 6);
  await runWorker();
  expect(await money()).toEqual({ available: 10_000 - price, held: 0 });
  expect(await chargeRow(request)).toMatchObject({ state: "charged", tries: 1 });
});

test("a worker that ends after it charged or refunded does so once", async () => {
  const [kept, lost] = [freshRequest(), freshRequest()];
  for (const request of [kept, lost]) {
    await send(request);
    await fixture.until(async () => expect((await written(request))?.status).toBe("read"));
  }
  const settled: Billing["settle"] = async (input) => {
    await billing.settle(input);
    return crash();
  };
  broken.billing = { settle: settled };
  await expect(settle(kept)).rejects.toThrow("the process ended");
  expect(await chargeRow(kept)).toMatchObject({ state: "reserved" });
  // Charged, and the worker ended; by the next look it has failed.
  await expect(settle(lost)).rejects.toThrow("the process ended");
  await setStatus(lost, "failed");
  broken.billing = {
    async refund(input) {
      await billing.refund(input);
      return crash();
    },
  };
  await expect(settle(lost)).rejects.toThrow("the process ended");
  broken = {};
  await settle(kept);
  await settle(lost);
  await settle(lost);
  expect(await money()).toEqual({ available: 10_000 - price, held: 0 });
  expect(await chargeRow(kept)).toMatchObject({ state: "charged", tries: 1 });
  expect(await chargeRow(lost)).toMatchObject({ state: "returned" });
});

test("a request that was taken for dead and writes after all is charged under another reservation", async () => {
  const request = freshRequest();
  broken.chat = {
    async writeFor(input) {
      broken = {};
      await age(request, 10);
      await runWorker();
      expect(await money()).toEqual({ available: 10_000, held: 0 });
      return fixture.deps.clientsOfAccount(fixture.savanna).chat.writeFor(input);
    },
  };
  expect((await send(request)).status).toBe(201);
  await fixture.until(async () => expect((await written(request))?.status).toBe("read"));
  await settle(request);
  await settle(request);
  expect(await money()).toEqual({ available: 10_000 - price, held: 0 });
  expect(await chargeRow(request)).toMatchObject({ state: "charged", tries: 2 });
});
