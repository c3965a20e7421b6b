import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chatsList } from "../../app/chat/reports/chats.list";
import { customersList } from "../../app/chat/reports/customers.list";
import { agentsList, channelsList, dashboardList } from "../../app/chat/reports/one-page.list";
import { toChats } from "../../app/chat/reports/report-links";
import type { ListDefinition, ListRequest } from "../../app/kit/lists/definition";
import { ReportFilters } from "../../services/chat/contract.reports";
import type { Figures } from "../../services/chat/contract.statistics";
import type { ServiceClients } from "../../services/modules";
import { asOwner } from "../setup/database";
import { type ChatFixture, chatFixture, opened } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
  fixture.clock.now = new Date("2026-06-30T09:00:00Z");
  for (const channel of ["webchat", "whatsapp", "telegram"]) await fixture.inbox(channel);
  const day = [{ from: "08:00", to: "17:00" }];
  await fixture.routing({ automatic: false, week: [day, day, day, day, day, [{ from: "09:00", to: "13:00" }], []] });
  for (const who of ["joy", "kevin"] as const) await fixture.status(who, "online");
});
afterAll(() => fixture.end());

/** Minutes from the first of June. */
const minute = fc.integer({ min: 0, max: 30 * 24 * 60 - 1 });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const chat = fc.record({
  began: minute,
  inbox: fc.integer({ min: 0, max: 2 }),
  person: fc.integer({ min: 1, max: 5 }),
  state: fc.constantFrom("bot", "waiting", "open", "ended", "ended", "ended"),
  agent: maybe(fc.constantFrom("2", "3")),
  wrote: maybe(fc.integer({ min: 0, max: 900 })),
  /** Minutes after the customer's message, before it too. */
  replies: fc.array(fc.integer({ min: -600, max: 3_000 }), { maxLength: 3 }),
  lasted: fc.integer({ min: 0, max: 4_000 }),
  rating: maybe(fc.integer({ min: 1, max: 5 })),
  note: fc.constantFrom("", "Thank you"),
  disposition: maybe(fc.constantFrom([1, 1], [1, null], [2, 3])),
});
type Chat = typeof chat extends fc.Arbitrary<infer T> ? T : never;

const first = Date.parse("2026-05-31T21:00:00Z");
const at = (minutes: number) => new Date(first + minutes * 60_000).toISOString();

/** The conversations as the service would have stored them. */
function stored(chats: Chat[], inboxes: number[]) {
  return chats.map((one, n) => {
    const open = one.state === "open";
    const agent = open ? (one.agent ?? "2") : one.state === "waiting" || one.state === "bot" ? null : one.agent;
    const said = one.wrote === null ? null : one.began + one.wrote;
    const replies = agent === null ? [] : one.replies.map((after) => (said ?? one.began) + after).sort((a, b) => a - b);
    const rated = one.state === "ended" ? one.rating : null;
    const disposed = one.state === "ended" ? one.disposition : null;
    return {
      ...{ contact_id: n + 1, inbox_id: inboxes[one.inbox], channel: ["webchat", "whatsapp", "telegram"][one.inbox] },
      ...{
        user_id: `u${n}`,
        person_id: one.person,
        bot: one.state === "bot",
        opened: open,
        ended: one.state === "ended",
        participant_id: agent,
      },
      ...{ started: agent === null ? null : at(one.began), created_at: at(one.began) },
      ...{
        ended_at: one.state === "ended" ? at(one.began + one.lasted) : null,
        first_customer_at: said === null ? null : at(said),
      },
      ...{ first_reply_at: replies[0] === undefined ? null : at(replies[0]), replies: replies.map(at) },
      ...{ rating: rated, rating_note: rated === null ? "" : one.note },
      ...{
        type: disposed?.[0] ?? null,
        item: disposed?.[1] ?? null,
        words: disposed ? `Type ${disposed.join(": ")}` : "",
      },
    };
  });
}

async function fill(chats: Chat[]): Promise<void> {
  const inboxes = [await fixture.inbox("webchat"), await fixture.inbox("whatsapp"), await fixture.inbox("telegram")];
  const rows = `$rows$${JSON.stringify(stored(chats, inboxes))}$rows$::jsonb`;
  await asOwner(
    fixture.database.url,
    `select set_config('app.account', '100001', false);
     delete from chat.messages; delete from chat.contacts; delete from chat.people;
     insert into chat.people (customer_account, id, name, merged_into)
       select '100001', n, 'Person ' || n, case when n = 5 then 4 end from generate_series(1, 5) n;
     insert into chat.contacts (customer_account, contact_id, inbox_id, channel, user_id, person_id, name, opened, ended, participant_id,
       response_by, started, assigned, created_at, ended_at, first_customer_at, first_reply_at, rating, rating_note,
       disposition_type_id, disposition_item_id, disposition_label, waiting_since)
       select '100001', x.contact_id, x.inbox_id, x.channel, x.user_id, x.person_id, 'Person ' || x.person_id, x.opened, x.ended,
         x.participant_id, coalesce(x.participant_id, ''), x.started, x.started, x.created_at, x.ended_at, x.first_customer_at,
         x.first_reply_at, x.rating, x.rating_note, x.type, x.item, x.words, case when not x.opened and not x.ended and not x.bot then x.created_at end
       from jsonb_to_recordset(${rows}) as x (contact_id bigint, inbox_id bigint, channel text, user_id text, person_id bigint,
         bot boolean, opened boolean, ended boolean, participant_id text, started timestamptz, created_at timestamptz, ended_at timestamptz,
         first_customer_at timestamptz, first_reply_at timestamptz, rating smallint, rating_note text, type bigint, item bigint, words text);
     insert into chat.messages (customer_account, contact_id, inbox_id, message_id, author, author_id, type, is_admin, text, at, status)
       select '100001', (x->>'contact_id')::bigint, (x->>'inbox_id')::bigint, (x->>'contact_id') || '-' || n, 'agent', '2', 'text', true,
         'Reply', reply::timestamptz, 'sent'
       from jsonb_array_elements(${rows}) x, jsonb_array_elements_text(x->'replies') with ordinality r (reply, n);`,
  );
}

const june = { from: "2026-06-01", to: "2026-06-30" };
/** None of the filters, one, or a few. */
const filters = fc
  .array(
    fc.constantFrom(
      ...[{ days: "7" }, { days: "30" }, june, { from: "2026-06-10" }, { to: "2026-06-20" }, { channel: "webchat" }],
      ...[{ channel: "whatsapp" }, { agent: "2" }, { agent: "none" }, { team: "1" }, { disposition: "1" }],
      ...[{ disposition: "none" }, { hours: "in" }, { hours: "out" }, { state: "open" }, { state: "ended" }],
      ...[{ answered: "yes" }, { answered: "no" }, { rating: "any" }, { rating: "5" }, { rating: "satisfied" }],
      ...[{ rating: "none" }, { person: "4" }, { person: "5" }],
    ),
    { maxLength: 3 },
  )
  .map((chosen): Record<string, string> => Object.assign({}, ...chosen));

/** The counts of a figure, and what the list needs besides to show the conversations behind each. */
const cells: [keyof Figures, Record<string, string>][] = [
  ["chats", {}],
  ["bot", { state: "bot" }],
  ["waiting", { state: "waiting" }],
  ["open", { state: "open" }],
  ["ended", { state: "ended" }],
  ["answered", { answered: "yes" }],
  ["unanswered", { answered: "no" }],
  ["in_hours", { hours: "in" }],
  ["outside_hours", { hours: "out" }],
  ["handled", { handled: "yes" }],
  ["rated", { rating: "any" }],
  ["satisfied", { rating: "satisfied" }],
  ["comments", { rating: "comment" }],
];

const api = {
  chat: new Proxy(
    {},
    {
      get: (_, name: string) => (input: object) =>
        fixture.ask(name as Parameters<ChatFixture["ask"]>[0], input, "owner"),
    },
  ),
} as unknown as ServiceClients;

/** Every row of a list's CSV, page after page as the export asks for them. */
// biome-ignore lint/suspicious/noExplicitAny: lists of many kinds
async function csvRows(list: ListDefinition<any, any, any>, query: object): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  const search = list.search.parse(query) as object;
  const columns = list.columns({ zone: "Africa/Nairobi", now: Date.now() });
  for (let page = 1, after: string | undefined; ; page++) {
    const asked = { api, whole: true } as ListRequest;
    const { body } = (await list.rows(asked, { ...search, page, after })) as Awaited<ReturnType<ChatFixture["ask"]>>;
    for (const row of body.data)
      rows.push(Object.fromEntries(columns.map(({ label, heading, value }) => [heading ?? label, value?.(row)])));
    if (!body.next) return rows;
    after = body.next;
  }
}

const sum = (rows: readonly object[], name: string) =>
  rows.reduce((all, row) => all + Number((row as Record<string, unknown>)[name]), 0);

test("lines add up to the total, the CSV to the screen, and the list behind each figure has as many chats", async () => {
  const checked = { cells: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(chat, { minLength: 10, maxLength: 40 }), filters, async (chats, query) => {
      await fill(chats);
      const asked = ReportFilters.parse(query);
      const get = async (name: Parameters<ChatFixture["ask"]>[0]) => (await fixture.ask(name, { query }, "owner")).body;
      const [dashboard, agents, channels, customers, survey, list] = await Promise.all([
        ...[get("reportDashboard"), get("reportAgents"), get("reportChannels"), get("reportCustomers")],
        ...[get("reportSurvey"), get("reportChats")],
      ]);
      const { total, period } = dashboard;
      expect(total.chats).toBe(list.total);
      expect(total.bot + total.waiting + total.open + total.ended).toBe(total.chats);
      expect(total.answered + total.unanswered).toBe(total.chats);
      expect(JSON.stringify(dashboard)).not.toContain("NaN");
      const counts = (from: Figures) => Object.fromEntries(cells.map(([name]) => [name, from[name]]));
      for (const other of [agents.total, channels.total, customers.all, survey.total])
        expect(counts(other)).toEqual(counts(total));
      for (const lines of [agents.data, channels.data, customers.data, survey.agents, dashboard.channels])
        for (const [name] of cells) expect(sum(lines, name), name).toBe(total[name]);
      expect(sum(dashboard.spans, "chats")).toBe(total.chats);
      expect(sum(dashboard.spans, "answered")).toBe(total.answered);
      expect(sum(dashboard.dispositions, "chats")).toBe(total.chats);
      expect(
        sum(
          survey.stars.map((n: number) => ({ n })),
          "n",
        ),
      ).toBe(total.rated);

      const files = await Promise.all(
        [dashboardList, agentsList, channelsList, customersList, chatsList].map((one) => csvRows(one, query)),
      );
      for (const rows of files.slice(0, 4)) expect(sum(rows, "Chats")).toBe(total.chats);
      for (const rows of files.slice(1, 4)) {
        expect(sum(rows, "Answered")).toBe(total.answered);
        expect(sum(rows, "In business hours")).toBe(total.in_hours);
        expect(sum(rows, "Rated")).toBe(total.rated);
      }
      expect(files[4]).toHaveLength(total.chats);

      // Behind each figure, by the very link of the page.
      const behind = async (count: number, more: Record<string, string>) => {
        const to = toChats(asked, period, more);
        if (count === 0 || to === undefined) return;
        const link = Object.fromEntries(new URL(to, "http://jibu.test").searchParams);
        const { body } = await fixture.ask("reportChats", { query: link }, "owner");
        expect(body.total, to).toBe(count);
        expect(body.data.length, to).toBe(Math.min(count, 50));
        checked.cells += 1;
      };
      const lines = [...agents.data, ...channels.data, ...customers.data] as (Figures & {
        filter: Record<string, string>;
      })[];
      const one = lines[chats.length % Math.max(1, lines.length)];
      for (const [name, more] of cells) {
        await behind(total[name], more);
        if (one) await behind(one[name], { ...one.filter, ...more });
      }
      for (const { chats: count, filter } of dashboard.dispositions) await behind(count, filter);
      for (const [n, count] of survey.stars.entries()) await behind(count, { rating: String(n + 1) });
      const span = dashboard.spans.find(({ chats: count }: { chats: number }) => count > 0);
      if (span) await behind(span.answered, { from: span.start, to: span.end, answered: "yes" });
    }),
    { numRuns: 15 },
  );
  expect(checked.cells).toBeGreaterThan(100);
}, 120_000);

test("first response and handle time are those of the conversations behind them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(chat, { minLength: 1, maxLength: 30 }), async (chats) => {
      await fill(chats);
      const { total } = (await fixture.ask("reportDashboard", { query: june }, "owner")).body;
      const { data } = (await fixture.ask("reportChats", { query: { ...june, per_page: 100 } }, "owner")).body;
      const mean = (name: "first_response_seconds" | "handle_seconds") => {
        const had = data
          .map((one: Record<string, number | null>) => one[name])
          .filter((n: number | null) => n !== null);
        return had.length === 0 ? 0 : Math.round(had.reduce((a: number, b: number) => a + b, 0) / had.length);
      };
      expect(total.first_response_seconds).toBe(mean("first_response_seconds"));
      expect(total.handle_seconds).toBe(mean("handle_seconds"));
      expect(total.first_response_business_seconds + total.first_response_outside_seconds).toBe(
        total.first_response_seconds,
      );
      // By hand: of each, the first reply that is not before the customer's message.
      const inboxes = [0, 1, 2];
      const expected = stored(chats, inboxes).flatMap(({ first_customer_at: said, replies }) => {
        const reply = said === null ? undefined : replies.find((one) => one >= said);
        return said === null || reply === undefined ? [] : [(Date.parse(reply) - Date.parse(said)) / 1000];
      });
      expect(total.answered).toBe(expected.length);
      const sumOf = expected.reduce((a, b) => a + b, 0);
      expect(total.first_response_seconds).toBe(expected.length === 0 ? 0 : Math.round(sumOf / expected.length));
    }),
    { numRuns: 15 },
  );
}, 120_000);

test("a list of conversations is walked without a gap, forwards and back, when many began at the same moment", async () => {
  const same = {
    began: 60,
    inbox: 0,
    person: 1,
    state: "ended",
    agent: "2",
    wrote: 0,
    replies: [],
    lasted: 5,
  } as const;
  await fill(
    Array.from({ length: 30 }, () => ({ ...same, rating: null, note: "", disposition: null })) as unknown as Chat[],
  );
  const page = async (more: object) =>
    (await fixture.ask("reportChats", { query: { ...june, per_page: 8, ...more } }, "owner")).body;
  const seen: number[] = [];
  let last = await page({});
  for (let n = 1; ; n++) {
    seen.push(...last.data.map(({ contact_id }: { contact_id: number }) => contact_id));
    if (!last.next) break;
    last = await page({ page: n + 1, after: last.next });
  }
  expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => 30 - n));
  const back = await page({ page: 3, before: last.previous });
  expect(back.data.map(({ contact_id }: { contact_id: number }) => contact_id)).toEqual(seen.slice(16, 24));
  opened.tickets = [];
});
