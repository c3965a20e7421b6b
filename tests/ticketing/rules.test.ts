import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { issueSource, issueTicket } from "../../services/ticketing/contract.issues";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());
const rule = (name: string, body: object) => fixture.ask("saveAutomation", { body: { name, ...body } });
beforeEach(async () => {
  for (const { id } of (await fixture.ask("automations")).body.data)
    await fixture.ask("deleteAutomation", { params: { id } });
});
const runs = async () => (await fixture.ask("automationRuns", { query: { per_page: 100 } })).body.data;

describe("rules (statement 15)", () => {
  test("event, conditions, actions: a rule assigns and sets, and its dry run says so without doing it", async () => {
    const body = {
      event: "created",
      conditions: [{ field: "subject", operator: "contains", value: "URGENT" }],
      actions: [
        { kind: "set", field: "priority", value: "5" },
        { kind: "assign", to: "member", id: "2" },
      ],
    };
    const before = await fixture.open({ subject: "urgent: till is down", member_ids: ["2"] });
    const dry = (await fixture.ask("tryAutomation", { body: { name: "Urgent", ...body } })).body;
    expect(dry.tickets).toMatchObject([{ id: before.id, would: ["Set priority to Urgent"] }]);
    expect((await fixture.ticket(before.id)).priority_id).toBe(3);
    await rule("Urgent", body);
    await fixture.ask("users");
    expect(await fixture.ticket((await fixture.open({ subject: "Urgent thing" })).id)).toMatchObject({
      priority_id: 5,
      member_ids: ["2"],
    });
    expect((await fixture.open({ subject: "Ordinary" })).priority_id).toBe(3);
  });

  test("two rules that wake each other run once each; a rule never wakes itself", async () => {
    await rule("Up", { event: "priority changed", actions: [{ kind: "set", field: "priority", value: "5" }] });
    await rule("Down", { event: "priority changed", actions: [{ kind: "set", field: "priority", value: "1" }] });
    await rule("Updated", { event: "updated", actions: [{ kind: "note", words: "seen" }] });
    const { id } = await fixture.open();
    await fixture.ask("updateProperty", { body: { id, property: "priority_id", value: 4 } });
    const mine = (await runs()).filter(({ ticket_id }: { ticket_id: number }) => ticket_id === id);
    expect(mine).toHaveLength(3);
  });

  test("a machine's message and a rule's own note wake no one and start no clock", async () => {
    await rule("Reply", { event: "customer replied", actions: [{ kind: "note", words: "thank you" }] });
    const { id } = await fixture.open();
    await fixture.say(id, "Out of office", { author_kind: "customer", automatic: true });
    expect((await fixture.ask("comments", { params: { id } })).body.total).toBe(1);
    await fixture.say(id, "A person", { author_kind: "customer" });
    expect((await fixture.ask("comments", { params: { id } })).body.total).toBe(3);
  });

  test("merging wakes no rule", async () => {
    await rule("Any", { event: "updated", actions: [{ kind: "note", words: "x" }] });
    const [a, b] = [await fixture.open(), await fixture.open()];
    await fixture.ask("mergeTicket", { body: { ticket_id: a.id, merge_ids: [b.id] } });
    expect((await fixture.ask("comments", { params: { id: a.id } })).body.total).toBe(0);
  });
});

test("the reports, the dashboard and the list tell the same numbers under every filter (statement 18)", async () => {
  const group = (await fixture.ask("createGroup", { body: { name: "Counted" } })).body;
  for (let n = 0; n < 24; n++)
    await fixture.open({
      subject: `Counted ${n}`,
      priority_id: (n % 5) + 1,
      stage_id: [1, 2, 3, 4][n % 4] ?? 1,
      type_id: (n % 3) + 1,
      member_ids: n % 2 ? ["2"] : [],
      group_ids: n % 3 ? [group.id] : [],
      urgency_id: (n % 3) + 1,
      impact_id: 1,
    });
  const filters = [
    {},
    { status: "open" },
    { status: "unresolved" },
    { stage: 3 },
    { member: "2" },
    { member: "none" },
    { group: group.id },
    { group: "none" },
    { priority_grid: 4 },
    { sla: "none" },
    { due: "none" },
    { q: "counted" },
    { date_filter: "created", start: "2026-06-08", end: "2026-06-08" },
    { date_filter: "created", start: "2020-01-01", end: "2020-01-02" },
  ];
  for (const body of filters) {
    const { total } = (await fixture.ask("ticketList", { body })).body;
    for (const name of ["dispositionTickets", "stageTickets", "statusTickets", "memberTickets"] as const)
      expect([body, name, (await fixture.ask(name, { body })).body.total]).toEqual([body, name, total]);
    for (const name of ["stageTickets", "statusTickets", "memberTickets"] as const)
      for (const line of (await fixture.ask(name, { body })).body.data)
        if (!Object.keys(line.filter).some((key) => key in body && body[key as keyof typeof body] !== line.filter[key]))
          expect([
            name,
            line.name,
            (await fixture.ask("ticketList", { body: { ...body, ...line.filter } })).body.total,
          ]).toEqual([name, line.name, line.total]);
    const board = (await fixture.ask("cards", { params: { id: 1 }, query: body })).body;
    expect(board.stages.reduce((sum: number, one: { total: number }) => sum + one.total, 0)).toBe(total);
  }
  const summary = (await fixture.ask("ticketsSummary")).body;
  expect(summary.total).toBe((await fixture.ask("ticketList", { body: {} })).body.total);
  const week = (await fixture.ask("weeksSummary")).body.data;
  expect([week.length, week.at(-1)]).toEqual([
    12,
    expect.objectContaining({ week: "2026-06-08", created: summary.total, partial: true }),
  ]);
}, 90_000);

test("a reported issue is a ticket at the support desk with the documented values, seen by its account alone", async () => {
  const products = (await fixture.ask("issueProducts", {}, "nobody")).body;
  // R057: what the support account is subscribed to, by the drawer's names; a product without predefined issues has Other.
  expect(products).toMatchObject({ support_account: "900009" });
  expect(products.data.map(({ name, issues }: { name: string; issues: string[] }) => [name, issues.length])).toEqual([
    ["Bulk SMS", 4],
    ["Call Management Service", 4],
    ["Surveys", 0],
    ["Ticketing", 3],
  ]);
  const product = products.data.find(({ name }) => name === "Bulk SMS") ?? { id: 0, name: "" };
  const entry = issueTicket({ issue: "Delayed delivery", product, account: "100001", by: { id: "5", name: "Nobody" } });
  const form = {
    jibu_account: "100001",
    source: issueSource,
    name: "Nobody",
    tickets: [entry, { ...entry, description: "Other words" }],
  };
  const sent = await fixture.ask("reportIssue", { body: form }, "nobody");
  expect(sent).toMatchObject({
    status: 201,
    body: { message: "Issue reported successfully", ids: [expect.any(Number), expect.any(Number)] },
  });
  const ticket = (await fixture.ask("ticket", { params: { id: String(sent.body.ids[0]) } }, "support")).body;
  expect(ticket).toMatchObject({
    customer_account: "900009",
    customer_id: "100001",
    channel_id: 3,
    disposition_id: 65,
    sub_disposition_id: 245,
    priority_id: 5,
    type_id: 3,
    policy_id: 16,
    created_by: null,
    source: "Issue reported",
    group_ids: expect.arrayContaining([14, 16]),
    dispositions: [{ name: "Service downtime and Outages" }, { name: "Product mulfunction" }],
    description: "Delayed delivery, Bulk SMS, 100001",
  });
  const foreign = { ...form, tickets: [{ ...entry, product_id: 3, product: "Chats" }] };
  expect((await fixture.ask("reportIssue", { body: foreign }, "nobody")).status).toBe(422);
  expect((await fixture.ask("issues", {}, "nobody")).body.total).toBe(2);
  expect((await fixture.ask("issues", {}, "lakeside")).body.total).toBe(0);
  expect((await fixture.ask("reportIssue", { body: { ...form, jibu_account: "200002" } }, "nobody")).status).toBe(422);
  expect(
    (await fixture.ask("reportIssue", { body: { ...form, tickets: [{ ...entry, policy_id: 1 }] } }, "nobody")).status,
  ).toBe(422);
});
