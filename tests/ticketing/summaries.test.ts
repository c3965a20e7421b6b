import { afterAll, beforeAll, expect, test } from "vitest";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
  fixture.at("2026-06-08T09:00");
  await fixture.ask("users");
  const policy = { name: "All", first_minutes: 60, resolution_minutes: 120, on_reopen: "restart" };
  await fixture.ask("savePolicy", { body: policy });
});
afterAll(() => fixture.end());

const total = async (query: object, token?: "kevin" | "otieno") =>
  (await fixture.ask("ticketList", { query }, token)).body.total;

test("a clock that began anew counts with its last time, a stopped one of each kind with its own", async () => {
  fixture.at("2026-06-08T09:00");
  const type_id = 4;
  const again = await fixture.open({ subject: "Opened again", type_id, member_ids: ["2", "4"] });
  const once = await fixture.open({ subject: "Done once", type_id, member_ids: ["2"], from_customer: true });
  const waits = await fixture.open({ subject: "Still waits", type_id });
  const move = (id: number, at: string, status: string) => {
    fixture.at(`2026-06-08T${at}`);
    return fixture.update({ id, status });
  };
  fixture.at("2026-06-08T09:10");
  await fixture.say(once.id, "We look at it.");
  await move(again.id, "09:30", "resolved");
  await move(once.id, "09:40", "resolved");
  await move(again.id, "10:00", "open");
  await move(again.id, "11:00", "resolved");
  const stopped = (await fixture.ticket(again.id)).clocks.filter(({ kind }) => kind === "resolution");
  expect(stopped.map(({ elapsed_minutes }) => elapsed_minutes).sort()).toEqual([30, 60]);

  const told = async (by: "statusTickets" | "memberTickets" | "stageTickets" | "dispositionTickets", query = {}) => {
    const report = (await fixture.ask(by, { query: { type: type_id, ...query }, body: {} })).body;
    return {
      total: report.total,
      lines: report.data
        .map(({ id, total, first_response_minutes, resolution_minutes }) => [
          id,
          total,
          first_response_minutes,
          resolution_minutes,
        ])
        .sort(),
    };
  };
  expect(await told("statusTickets")).toEqual({
    total: 3,
    lines: [
      ["new", 1, null, null],
      ["resolved", 2, 10, 50],
    ],
  });
  expect(await told("memberTickets")).toEqual({
    total: 3,
    lines: [
      ["2", 2, 10, 50],
      ["4", 1, null, 60],
      ["none", 1, null, null],
    ],
  });
  expect(await told("dispositionTickets")).toEqual({ total: 3, lines: [["none", 3, 10, 50]] });
  expect((await told("stageTickets", { member: "4" })).lines).toEqual([[expect.any(String), 1, null, 60]]);
  expect(await told("statusTickets", { q: "nowhere" })).toEqual({ total: 0, lines: [] });
  expect((await fixture.ask("resolutionRate")).body).toMatchObject({
    first_response_minutes: 10,
    resolution_minutes: 50,
  });

  // Opened once more it runs again: until it stops, the time that stopped last stands.
  await move(again.id, "11:30", "open");
  expect((await told("memberTickets")).lines).toContainEqual(["4", 1, null, 60]);
  for (const id of [again.id, once.id, waits.id]) await fixture.update({ id, status: "closed" });
});

test("one's own open tickets are those one is a member of, not those one watches or that are gone", async () => {
  fixture.at("2026-06-09T09:00");
  const given = async (fields: object) => (await fixture.open({ subject: "Whose", ...fields })).id;
  const [, watched, gone, into, merged] = [
    await given({ member_ids: ["4"] }),
    await given({}),
    await given({ member_ids: ["4"] }),
    await given({ member_ids: ["4", "2"] }),
    await given({ member_ids: ["4"] }),
    await given({ member_ids: ["4"], status: "closed" }),
  ];
  await fixture.ask("ticketMembers", { params: { ticket_id: watched }, body: { watch: ["4"] } });
  await fixture.ask("bulkChange", { body: { ids: [gone], change: { delete: true } } });
  await fixture.ask("mergeTicket", { body: { ticket_id: into, merge_ids: [merged] } });
  const summary = (await fixture.ask("ticketsSummary", {}, "fatuma")).body;
  expect(summary.mine).toBe(2);
  expect((await fixture.ask("ticketsSummary")).body.mine).toBe(await total({ member: "me", status: "unresolved" }));
  expect(summary.unassigned).toBe(await total({ member: "none", status: "unresolved" }));
  expect(summary.total).toBe(await total({}));
  expect(summary.unresolved).toBe(await total({ status: "unresolved" }));
});

test("a week begins on Monday at midnight of the desk's zone", async () => {
  const before = (await fixture.ask("weeksSummary")).body.data;
  expect(before).toHaveLength(12);
  fixture.at("2026-06-14T23:59");
  const late = await fixture.open({ subject: "Sunday night" });
  await fixture.update({ id: late.id, status: "closed" });
  fixture.at("2026-06-15T00:00");
  await fixture.open({ subject: "Monday" });
  fixture.at("2026-06-17T12:00");
  const weeks = (await fixture.ask("weeksSummary")).body.data;
  expect(weeks.slice(0, -1).map(({ week }) => week)).toEqual(before.slice(1).map(({ week }) => week));
  expect(weeks.at(-1)).toEqual({ week: "2026-06-15", created: 1, resolved: 0, breached: 0, partial: true });
  const last = before.at(-1);
  expect(weeks.at(-2)).toEqual({
    ...last,
    created: (last?.created ?? 0) + 1,
    resolved: (last?.resolved ?? 0) + 1,
    partial: false,
  });
  for (const { week, created } of weeks) {
    const end = new Date(Date.parse(week) + 6 * 86_400_000).toISOString().slice(0, 10);
    expect([week, await total({ date_filter: "created", start: week, end })]).toEqual([week, created]);
  }
});
