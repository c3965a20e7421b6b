import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asOwner } from "../setup/database";
import { type ChatFixture, chatFixture, opened } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
});
afterAll(() => fixture.end());

const at = (instant: string) => {
  fixture.clock.now = new Date(instant);
};
const report = async (name: Parameters<ChatFixture["ask"]>[0], query: object = {}, account?: string) =>
  (await fixture.ask(name, { query }, account === "200002" ? "lakeside" : "owner")).body;
const june = { from: "2026-06-01", to: "2026-06-30" };

/** Everything of the account goes, so that each case begins with nothing. */
beforeEach(async () => {
  await asOwner(
    fixture.database.url,
    "select set_config('app.account', '100001', false); truncate chat.contacts, chat.participants, chat.people, chat.messages, chat.breaks, chat.identities, chat.activities cascade",
  );
  opened.down = false;
  opened.tickets = [];
  at("2026-06-08T05:00:00Z");
  await fixture.ask(
    "saveRouting",
    {
      body: {
        ...(await fixture.ask("routing", {}, "fatuma")).body,
        ...{ automatic: false, week: null, time_zone: "Africa/Nairobi" },
      },
    },
    "fatuma",
  );
});

const office = async () => {
  const day = [{ from: "08:00", to: "17:00" }];
  await fixture.routing({ week: [day, day, day, day, day, [], []] });
};

/** A customer writes at a moment, and Joy answers at another. */
async function chat(from: string, written: string, answered?: string, ended?: string) {
  at(written);
  const { contact_id } = await fixture.wrote(from);
  if (answered) {
    at(answered);
    await fixture.act("startContact", contact_id);
    await fixture.say(contact_id, "Good morning");
  }
  if (ended) {
    at(ended);
    await fixture.act("endContact", contact_id);
  }
  return contact_id;
}

describe("first response (statement M48)", () => {
  test("from the customer's first message to the first reply of a person; notes and the bot do not count", async () => {
    const id = await chat("ann", "2026-06-08T07:00:00Z");
    at("2026-06-08T07:01:00Z");
    await fixture.say(id, "Who takes this one?", "joy", { type: "note" });
    await fixture.inside((trx) =>
      sql`insert into chat.messages (customer_account, contact_id, inbox_id, message_id, author, type, is_admin, text, at, status)
        select customer_account, contact_id, inbox_id, 'bot-1', 'bot', 'text', true, 'Hello, I am a bot', ${new Date("2026-06-08T07:02:00Z")}, 'sent'
        from chat.contacts where contact_id = ${id}`.execute(trx),
    );
    expect((await report("reportDashboard", june)).total).toMatchObject({ chats: 1, answered: 0, unanswered: 1 });
    at("2026-06-08T07:05:00Z");
    await fixture.act("startContact", id);
    await fixture.say(id, "Good morning");
    at("2026-06-08T07:09:00Z");
    await fixture.say(id, "Are you there?");
    expect((await report("reportDashboard", june)).total).toMatchObject({
      ...{ answered: 1, unanswered: 0, first_response_seconds: 300 },
      ...{ first_response_business_seconds: 300, first_response_outside_seconds: 0 },
    });
  });

  test("what an agent wrote before the customer did is no answer; what they wrote after it is", async () => {
    at("2026-06-08T07:00:00Z");
    const body = { inbox_id: await fixture.inbox(), sender: { external_id: "ben", name: "Ben" } };
    const { contact_id } = (await fixture.ask("greet", { body }, "service")).body.contact;
    await fixture.act("startContact", contact_id);
    await fixture.say(contact_id, "Hello Ben, how can I help?");
    at("2026-06-08T07:10:00Z");
    await fixture.write("ben", "My order is late");
    expect((await report("reportDashboard", june)).total).toMatchObject({ answered: 0, first_response_seconds: 0 });
    expect((await report("reportChats", { ...june, answered: "no" })).total).toBe(1);
    at("2026-06-08T07:12:30Z");
    await fixture.say(contact_id, "I'll look");
    expect((await report("reportDashboard", june)).total).toMatchObject({ answered: 1, first_response_seconds: 150 });
    expect((await report("reportChats", { ...june, answered: "yes" })).data).toMatchObject([
      { contact_id, first_response_seconds: 150 },
    ]);
  });

  test("is split into business hours and the rest", async () => {
    await office();
    // Monday 16:50 to Tuesday 08:20 in Nairobi: ten minutes and twenty of business, the night between.
    await chat("late", "2026-06-08T13:50:00Z", "2026-06-09T05:20:00Z");
    // Saturday noon to Monday 08:01: one minute.
    await chat("weekend", "2026-06-13T09:00:00Z", "2026-06-15T05:01:00Z");
    const { total, period } = await report("reportDashboard", june);
    expect(period).toEqual({ ...june, days: null, time_zone: "Africa/Nairobi", has_hours: true });
    const [late, weekend] = [15.5 * 3600, 44 * 3600 + 60];
    expect(total).toMatchObject({
      ...{ chats: 2, answered: 2, in_hours: 1, outside_hours: 1 },
      first_response_seconds: (late + weekend) / 2,
      first_response_business_seconds: (1800 + 60) / 2,
      first_response_outside_seconds: (late + weekend - 1860) / 2,
    });
    expect((await report("reportDashboard", { ...june, hours: "in" })).total).toMatchObject({
      ...{ chats: 1, first_response_seconds: late, first_response_business_seconds: 1800 },
    });
    expect(
      (await report("reportChats", { ...june, hours: "out" })).data.map((one: { name: string }) => one),
    ).toHaveLength(1);
  });

  test("hours that stay open over midnight and over the week's end", async () => {
    const all = [{ from: "00:00", to: "24:00" }];
    await fixture.routing({ week: [all, all, all, all, all, all, all] });
    // Sunday 23:50 to Monday 00:10.
    await chat("night", "2026-06-07T20:50:00Z", "2026-06-07T21:10:00Z");
    expect((await report("reportDashboard", june)).total).toMatchObject({
      ...{ in_hours: 1, first_response_seconds: 1200, first_response_business_seconds: 1200 },
    });
  });
});

test("handle time is from when the agent got it to its end", async () => {
  await chat("ann", "2026-06-08T07:00:00Z", "2026-06-08T07:05:00Z", "2026-06-08T07:25:00Z");
  await chat("ben", "2026-06-08T08:00:00Z", "2026-06-08T08:00:00Z", "2026-06-08T08:10:00Z");
  await chat("cat", "2026-06-08T09:00:00Z", "2026-06-08T09:01:00Z");
  const { total, data } = await report("reportAgents", june);
  expect(total).toMatchObject({ chats: 3, ended: 2, open: 1, handled: 2, handle_seconds: 900 });
  expect(data.find(({ name }: { name: string }) => name === "Joy")).toMatchObject({ chats: 3, handle_seconds: 900 });
});

test("every agent has their own share of the handle time of a conversation that was passed on", async () => {
  const at = (time: string) => {
    fixture.clock.now = new Date(`2026-06-08T${time}Z`);
  };
  at("07:00:00");
  await fixture.routing({ automatic: false });
  await fixture.status("joy", "online");
  await fixture.status("kevin", "online");
  const { contact_id } = await fixture.wrote("passed-on");
  await fixture.act("startContact", contact_id, "joy");
  at("07:01:40");
  await fixture.act("transferContact", contact_id, "joy", { participant_id: "3" });
  at("07:02:40");
  await fixture.act("transferContact", contact_id, "kevin", {});
  at("07:05:00");
  await fixture.act("startContact", contact_id, "kevin");
  at("07:06:40");
  await fixture.act("endContact", contact_id, "kevin");
  const { total, data } = await report("reportAgents", june);
  const of = (lines: { name: string }[], name: string) => lines.find((line) => line.name === name);
  // Nobody had it from 07:02:40 to 07:05:00.
  expect(total).toMatchObject({ chats: 1, handled: 1, handle_seconds: 260 });
  expect(of(data, "Joy")).toMatchObject({ chats: 0, handled: 1, handle_seconds: 100 });
  expect(of(data, "Kevin")).toMatchObject({ chats: 1, handled: 1, handle_seconds: 160 });
  // The list behind the figure has it, for each of them.
  for (const agent of ["2", "3"]) {
    const list = await report("reportChats", { ...june, agent, handled: "yes" });
    expect(list.data).toMatchObject([{ contact_id, agent: "Kevin", handle_seconds: 260 }]);
    const { data: lines } = await report("reportAgents", { ...june, agent });
    expect(of(lines, agent === "2" ? "Joy" : "Kevin")).toMatchObject({ handled: 1 });
  }
});

test("a conversation belongs to the day it began on in the desk's zone", async () => {
  // 23:30 on the 8th and 00:30 on the 9th in Nairobi: both the 8th in UTC.
  await chat("ann", "2026-06-08T20:30:00Z");
  await chat("ben", "2026-06-08T21:30:00Z");
  const { spans } = await report("reportDashboard", { from: "2026-06-07", to: "2026-06-10" });
  expect(spans.map(({ start, chats }: { start: string; chats: number }) => [start, chats])).toEqual([
    ["2026-06-07", 0],
    ["2026-06-08", 1],
    ["2026-06-09", 1],
    ["2026-06-10", 0],
  ]);
  expect((await report("reportChats", { from: "2026-06-09", to: "2026-06-09" })).total).toBe(1);
});

describe("breaks", () => {
  test("over midnight are in two days, their plan in the first, and what is over where it happened", async () => {
    at("2026-06-08T18:00:00Z");
    await fixture.status("joy", "online");
    // Lunch from 23:50 to 00:40 in Nairobi: fifty minutes of thirty.
    at("2026-06-08T20:50:00Z");
    await fixture.status("joy", "lunch");
    at("2026-06-08T21:40:00Z");
    await fixture.status("joy", "online");
    at("2026-06-08T22:00:00Z");
    await fixture.status("joy", "offline");
    const days = await report("reportAgentDays", june);
    expect(days.data).toMatchObject([
      {
        day: "2026-06-09",
        name: "Joy",
        time: { online: 1200, lunch: 2400, breaks: 0, planned: 0, used: 2400, over: 1200 },
      },
      {
        day: "2026-06-08",
        name: "Joy",
        time: { online: 10_200, lunch: 600, breaks: 1, planned: 1800, used: 600, over: 0 },
      },
    ]);
    const whole = { online: 11_400, lunch: 3000, breaks: 1, planned: 1800, used: 3000, over: 1200 };
    expect(days.sum).toMatchObject(whole);
    const { data } = await report("reportAgents", june);
    expect(data.find(({ name }: { name: string }) => name === "Joy").time).toMatchObject(whole);
    const first = await report("reportAgents", { from: "2026-06-08", to: "2026-06-08" });
    expect(first.total.time).toMatchObject({ online: 10_200, lunch: 600, planned: 1800 });
  });

  test("one that runs counts until now, over several midnights", async () => {
    at("2026-06-08T05:00:00Z");
    await fixture.status("kevin", "training");
    at("2026-06-10T05:00:00Z");
    const days = await report("reportAgentDays", june);
    expect(days.data.map(({ time }: { time: { training: number } }) => time.training)).toEqual([
      8 * 3600,
      24 * 3600,
      16 * 3600,
    ]);
    expect(days.sum).toMatchObject({ breaks: 1, planned: 7200, used: 48 * 3600, over: 46 * 3600 });
  });
});

test("an account with nothing has zeros everywhere, never NaN and never null", async () => {
  for (const name of ["reportDashboard", "reportAgents", "reportChannels", "reportSurvey"] as const) {
    const body = await report(name, {}, "200002");
    expect(JSON.stringify(body.total), name).not.toMatch(/NaN|null,"?[a-z]+_seconds/);
    for (const [figure, value] of Object.entries(body.total))
      if (typeof value === "number") expect(value, `${name} ${figure}`).toBe(0);
  }
  const customers = await report("reportCustomers", {}, "200002");
  expect(customers).toMatchObject({ data: [], total: 0, current_page: 1, last_page: 1, all: { chats: 0, rating: 0 } });
  expect(await report("reportTickets", {}, "200002")).toMatchObject({ chats: 0, with_ticket: 0, tickets: 0, data: [] });
  expect((await report("reportSurvey", {}, "200002")).stars).toEqual([0, 0, 0, 0, 0]);
  const { spans } = await report("reportDashboard", { days: "7" }, "200002");
  expect(spans).toHaveLength(7);
  expect(await report("reportChats", {}, "200002")).toMatchObject({ data: [], total: 0 });
});

test("odd words in the query fall back to the defaults, and dates that are the wrong way round are turned", async () => {
  at("2026-06-08T20:30:00Z");
  const odd = { days: "6 weeks", from: "yesterday", channel: "fax", rating: "9", team: "x", per_page: "none" };
  expect((await report("reportChats", odd)).period).toMatchObject({ from: "2026-05-10", to: "2026-06-08", days: "30" });
  const turned = { from: "2026-06-30", to: "2026-06-01" };
  expect((await report("reportChats", turned)).period).toMatchObject(june);
  expect((await report("reportChats", { days: "1" })).period).toMatchObject({ from: "2026-06-08", to: "2026-06-08" });
});

test("tickets that were opened from conversations, and the conversations behind them", async () => {
  const [ann, ben] = [await chat("ann", "2026-06-08T07:00:00Z"), await chat("ben", "2026-06-08T08:00:00Z")];
  await chat("cat", "2026-06-08T09:00:00Z");
  opened.tickets = [
    { id: 1, contact_id: ann, status: "open", created_at: "2026-06-08T07:30:00.000Z" },
    { id: 2, contact_id: ann, status: "resolved", created_at: "2026-06-09T07:30:00.000Z" },
    { id: 3, contact_id: ben, status: "resolved", created_at: "2026-06-09T07:30:00.000Z" },
    { id: 4, contact_id: 999_999, status: "new", created_at: "2026-06-09T07:30:00.000Z" },
  ];
  const body = await report("reportTickets", june);
  expect(body).toMatchObject({ known: true, chats: 3, with_ticket: 2, tickets: 3, total: 3 });
  expect(body.by_status).toMatchObject({ new: 0, open: 1, resolved: 2 });
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([3, 2, 1]);
  expect((await report("reportTickets", { ...june, status: "resolved" })).total).toBe(2);
  const behind = async (ticket: string) => (await report("reportChats", { ...june, ticket })).total;
  expect([await behind("yes"), await behind("no"), await behind("resolved"), await behind("open")]).toEqual([
    2, 1, 2, 1,
  ]);
  opened.down = true;
  expect(await report("reportTickets", june)).toMatchObject({ known: false, chats: 3, tickets: 0 });
  expect(
    (await fixture.ask("reportChats", { query: { ticket: "yes" } }, "owner").catch(() => ({ status: 503 }))).status,
  ).toBe(503);
});

test("a transcript is the whole conversation in order, page by page, with or without the notes", async () => {
  const id = await chat("ann", "2026-06-08T07:00:00Z", "2026-06-08T07:05:00Z");
  for (let n = 0; n < 7; n++) await fixture.say(id, `Line ${n}`);
  await fixture.say(id, "Between us", "joy", { type: "note" });
  const read = async (notes: string) => {
    const lines: string[] = [];
    for (let after: string | undefined; ; ) {
      const { body } = await fixture.ask(
        "transcriptMessages",
        { params: { id }, query: { limit: 3, notes, ...(after ? { after } : {}) } },
        "owner",
      );
      lines.push(...body.data.map(({ message }: { message: string }) => message));
      if (!body.next) return lines;
      after = body.next;
    }
  };
  const said = ["Hello", "Good morning", ...Array.from({ length: 7 }, (_, n) => `Line ${n}`)];
  expect(await read("no")).toEqual(said);
  expect(await read("yes")).toEqual([...said, "Between us"]);
  expect((await fixture.ask("transcript", { params: { id } }, "owner")).body.chat).toMatchObject({
    contact_id: id,
    agent: "Joy",
  });
  expect((await fixture.ask("transcript", { params: { id } }, "lakeside")).status).toBe(404);
  expect((await fixture.ask("transcriptMessages", { params: { id } }, "lakeside")).status).toBe(404);
});

test("who may not see the reports sees none of them", async () => {
  for (const token of ["joy", "fatuma", "nobody"] as const)
    expect((await fixture.ask("reportDashboard", {}, token)).status).toBe(403);
});
