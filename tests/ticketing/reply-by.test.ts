import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inProcess } from "../../services/kit/client";
import { serviceToken } from "../../services/kit/principal";
import { answerTasks } from "../../services/ticketing/answers/jobs";
import { issueSource, issueTicket } from "../../services/ticketing/contract.issues";
import { type ChatFixture as ChatStage, chatFixture } from "../chat/fixture";
import { mailsTo, noticePeopleFrom, noticesOf, workNotices } from "../setup/notices";
import { caller, surroundings } from "../setup/people";
import { people, savanna, type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
let chat: ChatStage;
const { serviceSecret: secret } = surroundings({});
/** The SMS service as the tests need it: what it costs, what there is, and what was sent. */
const sms = {
  balance: 1_000,
  sent: [] as { numbers: string; body: string; key: string; sender: string }[],
  state: "submitted",
  /** The person has no right to send. */
  mayNot: false,
};

const messaging = {
  senders: async () => ({
    status: 200,
    body: {
      data: [
        { sender: "SALE", kind: "promotional", status: "approved", shared: false, not_on: [] },
        { sender: "INFO", kind: "transactional", status: "approved", shared: true, not_on: [] },
        { sender: "SAVANNA", kind: "transactional", status: "approved", shared: false, not_on: [] },
      ],
    },
  }),
  price: async ({ body }: { body: { numbers: string } }) => {
    if (sms.mayNot) return { status: 403, body: { message: "You may not send SMS." } };
    const lines = [{ destination: "UG", recipients: 1, parts: 1, part_price: 4.5 }];
    const recipients = body.numbers === "0700000000" ? 0 : 1;
    return {
      status: 200,
      body: {
        ...{ recipients, cost_cents: 80, balance_cents: sms.balance, part_price: 0.8 },
        lines: body.numbers.startsWith("+256") ? lines : [],
      },
    };
  },
  createBlast: async ({ body }: { body: (typeof sms.sent)[number] }) => {
    const at = sms.sent.findIndex(({ key }) => key === body.key);
    const id = at === -1 ? sms.sent.push(body) : at + 1;
    return { status: 201, body: { id, recipients: 1 } };
  },
  confirmBlast: async () => ({ status: 201, body: {} }),
  messages: async () => ({ status: 200, body: { data: [{ status: sms.state, reason: "Absent subscriber" }] } }),
};

beforeAll(async () => {
  chat = await chatFixture();
  chat.clock.now = new Date();
  fixture = await ticketingFixture(chat.database, (account) => ({
    messaging,
    chat: inProcess(chat.served, { ...caller(""), token: serviceToken(secret, account) }),
    social: { mailTicket: async () => ({ status: 201, body: { status: "sent" } }) },
  }));
  fixture.clock.now = new Date();
});
beforeEach(() => {
  Object.assign(sms, { balance: 1_000, sent: [], state: "submitted", mayNot: false });
});
afterAll(() => fixture.end());

const jobs = () =>
  answerTasks({
    ...{ database: fixture.database, clientsOfAccount: fixture.others, secret },
    ...{ sendMail: undefined, load: async () => undefined },
  });
const deliver = (comment: number) => jobs()["ticketing.deliver"]?.({ account: savanna, comment });
const newest = async (id: number) => (await fixture.ask("comments", { params: { id } })).body.data[0];

describe("by SMS", () => {
  const open = () => fixture.open({ customer_phone: "0711222333", channel_id: 5 });

  test("goes to the customer by the account's own sender, once, and its receipt is shown", async () => {
    const { id } = await open();
    const { comment } = (await fixture.say(id, "It is ready.", { kind: "public", reply_by: "sms" })).body;
    await Promise.all([deliver(comment.id), deliver(comment.id)]);
    expect(sms.sent).toMatchObject([{ numbers: "0711222333", body: "It is ready.", sender: "SAVANNA" }]);
    expect(await newest(id)).toMatchObject({ delivery: { channel: "sms", to: "0711222333", state: "sent" } });
    sms.state = "failed";
    await jobs()["ticketing.sms-state"]?.({ account: savanna, comment: comment.id, round: 1, look: 0 });
    expect(await newest(id)).toMatchObject({ delivery: { state: "failed", reason: "Absent subscriber" } });
  });

  test.each([
    ["0711222333", 0.8],
    ["+256712345678", 4.5],
    ["0700000000", null],
  ])("what a part to %s costs is known before anything is written", async (customer_phone, part_price) => {
    const { id } = await fixture.open({ customer_phone, channel_id: 5 });
    const { data } = (await fixture.ask("replyChannels", { params: { id } })).body;
    expect(data).toEqual([{ channel: "sms", to: customer_phone, why: "", part_price }]);
  });

  test("to whoever may not send an SMS no price is told", async () => {
    const { id } = await open();
    sms.mayNot = true;
    expect((await fixture.ask("replyChannels", { params: { id } })).body.data).toMatchObject([{ part_price: null }]);
  });

  test("without the money it is said before, and nothing is written or sent", async () => {
    const { id } = await open();
    sms.balance = 10;
    const answer = await fixture.say(id, "It is ready.", { kind: "public", reply_by: "sms" });
    expect(answer).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("costs KES 0.80 and your balance is KES 0.10") },
    });
    expect(await newest(id)).toBeUndefined();
    expect(sms.sent).toEqual([]);
  });

  test("is never chosen by itself, and takes no files", async () => {
    const { id } = await open();
    await fixture.say(id, "No word of SMS", { kind: "public" });
    expect((await newest(id))?.delivery).toBeNull();
    const file_ids = ["0f2f0c3e-0c0c-4c0c-8c0c-0c0c0c0c0c0c"];
    expect((await fixture.say(id, "See", { kind: "public", reply_by: "sms", file_ids })).status).toBe(422);
  });
});

describe("by chat", () => {
  test("goes into the conversation as a message of the person who wrote it, once", async () => {
    const { contact_id } = await chat.wrote("visitor", "Where is it?");
    const { id } = await fixture.open({ contact_id: String(contact_id) });
    expect((await fixture.ask("replyChannels", { params: { id } })).body.data).toEqual([
      { channel: "chat", to: String(contact_id), why: "", part_price: null },
    ]);
    const { comment } = (await fixture.say(id, "On its way.", { kind: "public", reply_by: "chat" }, "otieno")).body;
    await Promise.all([deliver(comment.id), deliver(comment.id)]);
    expect(await newest(id)).toMatchObject({ delivery: { channel: "chat", state: "sent", reason: "" } });
    const said = (await chat.messages(contact_id)).filter(({ isAdmin }) => isAdmin);
    expect(said).toMatchObject([{ data: { text: "On its way." }, author: "agent" }]);
  });

  test("into one that has ended is refused before, with the reason, and nothing is lost", async () => {
    const { contact_id } = await chat.wrote("gone", "Bye");
    const { id } = await fixture.open({ contact_id: String(contact_id) });
    await chat.inside((trx) =>
      sql`update chat.contacts set ended = true, ended_at = now() where contact_id = ${contact_id}`.execute(trx),
    );
    const { data } = (await fixture.ask("replyChannels", { params: { id } })).body;
    expect(data).toMatchObject([{ channel: "chat", why: expect.stringMatching("has ended") }]);
    const answer = await fixture.say(id, "Still?", { kind: "public", reply_by: "chat" });
    expect(answer).toMatchObject({ status: 422, body: { errors: { reply_by: [expect.stringMatching("has ended")] } } });
    expect(await newest(id)).toBeUndefined();
  });
});

test("a rule's mail holds the last public comment", async () => {
  const email = { kind: "email", to: "customer", address: "", subject: "#{{id}}", words: "We said: {{comment}}" };
  const rule = { name: "Tell", event: "staff replied", match: "all", conditions: [], actions: [email], enabled: true };
  expect((await fixture.ask("saveAutomation", { body: rule }, "fatuma")).status).toBe(201);
  const { id } = await fixture.open({ customer_email: "rule@mail.test" });
  await fixture.say(id, "{{subject}} is <done> & $1", { kind: "public", reply_by: "none" });
  expect(await mailsTo(fixture.database.url, "rule@mail.test")).toMatchObject([
    { text: "We said: {{subject}} is <done> & $1" },
  ]);
});

test("who reported an issue hears of the answer and of its end, in the bell and by mail, in their own account", async () => {
  const { data } = (await fixture.ask("issueProducts", {}, "kevin")).body;
  const product = data.find(({ name }) => name === "Ticketing") ?? { id: 0, name: "" };
  const entry = issueTicket({ issue: "It broke", product, account: savanna, by: { id: "3", name: "Kevin" } });
  const form = { jibu_account: savanna, source: issueSource, name: "Kevin", tickets: [entry] };
  const [id = 0] = (await fixture.ask("reportIssue", { body: form }, "kevin")).body.ids;
  const { comment } = (await fixture.say(id, "We look into it.", { kind: "public" }, "support")).body;
  expect(comment.delivery).toMatchObject({ channel: "email", to: "kevin@savanna.test" });
  await fixture.say(id, "Between us", { kind: "internal" }, "support");
  await fixture.update({ id, status: "resolved" }, "support");
  for (const news of [{ comment: comment.id }, { comment: comment.id }, { version: 9 }])
    await jobs()["ticketing.notify-reporter"]?.({ account: "900009", ticket: id, ...news });
  const told = await noticesOf(fixture.database.url, savanna);
  expect(told).toMatchObject([
    { user_id: "3", kind: "issue answered", words: expect.stringContaining("We look into it.") },
    { user_id: "3", kind: "issue resolved", words: expect.stringContaining(`#${id} is resolved`) },
  ]);
  await workNotices(fixture.database, noticePeopleFrom(Object.values(people)));
  expect(await mailsTo(fixture.database.url, "kevin@savanna.test")).toMatchObject([
    { subject: expect.stringContaining("is resolved"), text: expect.stringContaining("/issues") },
  ]);
});
