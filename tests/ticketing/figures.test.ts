import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toList } from "../../app/ticketing/reports/report-links";
import { reportKinds, reports } from "../../app/ticketing/reports/reports.list";
import { statuses } from "../../rules/ticket-labels";
import { TicketFilters } from "../../services/ticketing/contract.filters";
import type { ReportRow } from "../../services/ticketing/contract.statistics";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
  fixture.at("2026-06-08T09:00");
  await fixture.ask("users");
  await fixture.ask("savePolicy", { body: { name: "All", first_minutes: 30, resolution_minutes: 120 } });
  const made = async (name: string, parent_id?: number) =>
    (await fixture.ask("saveDisposition", { body: { name, ...(parent_id ? { parent_id } : {}) } })).body.id;
  const delivery = await made("Delivery");
  const late = await made("Late", delivery);
  for (let n = 0; n < 24; n++) {
    const { id } = await fixture.open({
      subject: `Counted ${n}`,
      type_id: (n % 3) + 1,
      priority_id: (n % 5) + 1,
      disposition_id: [null, delivery, late][n % 3] ?? null,
      member_ids: [[], ["2"], ["2", "4"]][n % 3] ?? [],
      from_customer: n % 2 === 0,
    });
    if (n % 4 === 1) await fixture.update({ id, status: "resolved" });
    if (n % 4 === 2) await fixture.update({ id, status: "pending" });
  }
  // Two hours of work time on: what is open is overdue, some of it is done too late.
  fixture.at("2026-06-08T15:00");
  const open = (await fixture.ask("ticketList", { body: { status: "new" } })).body.data;
  for (const { id } of open.slice(0, 4)) await fixture.update({ id, status: "closed" });
  await fixture.sweep();
}, 60_000);
afterAll(() => fixture.end());

/** How many tickets the list shows at a link. */
async function listed(link: string): Promise<number> {
  const query = Object.fromEntries(new URL(link, "http://here.invalid").searchParams);
  return (await fixture.ask("ticketList", { query })).body.total;
}

const searches: Record<string, string>[] = [
  {},
  { status: "unresolved" },
  { due: "overdue" },
  { member: "2" },
  { sla: "late" },
  { priority: "3", date_filter: "created", start: "2026-06-08", end: "2026-06-08" },
];

describe("every figure of the reports leads to a list with the same number (statement 18)", () => {
  for (const [by, { call }] of Object.entries(reportKinds))
    test(`by ${by}`, async () => {
      let followed = 0;
      for (const said of searches) {
        const search = TicketFilters.parse(said);
        const report = (await fixture.ask(call, { query: said, body: {} })).body;
        const figures: [number, object][] = [
          [report.total, {}],
          [report.overdue, { due: "overdue" }],
          [report.breached, { sla: "late" }],
          [report.met, { sla: "met" }],
          ...report.data.flatMap((row: ReportRow): [number, object][] => [
            [row.total, row.filter],
            [row.overdue, { ...row.filter, due: "overdue" }],
            [row.breached, { ...row.filter, sla: "late" }],
            [row.met, { ...row.filter, sla: "met" }],
            ...statuses.map((status): [number, object] => [row.by_status[status], { ...row.filter, status }]),
          ]),
        ];
        for (const [count, more] of figures) {
          const link = count > 0 ? toList(search, more as Record<string, string>) : undefined;
          if (!link) continue;
          followed++;
          expect([by, said, more, await listed(link)]).toEqual([by, said, more, count]);
        }
      }
      expect(followed).toBeGreaterThan(25);
    }, 60_000);

  test("the file has the lines and the figures of the screen", async () => {
    const api = { ticketing: { dispositionTickets: (given: object) => fixture.ask("dispositionTickets", given) } };
    const { search, rows, columns: columnsOf } = reports.dispositions;
    const columns = columnsOf({ zone: "Africa/Nairobi", now: Date.now() });
    const answer = await rows({ api } as never, search.parse({ status: "unresolved" }));
    const report = (await fixture.ask("dispositionTickets", { query: { status: "unresolved" }, body: {} })).body;
    if (!("data" in answer.body)) throw new Error("refused");
    const lines = answer.body.data.map((row) => columns.map(({ value }) => value?.(row)));
    expect(lines.map(([name, total]) => [name, total])).toEqual(
      report.data.map((row: ReportRow) => [row.parent ? `${row.parent}: ${row.name}` : row.name, row.total]),
    );
    expect(columns.map(({ label }) => label)).toEqual([
      ...[
        "Disposition",
        "Tickets",
        "New",
        "Open",
        "Pending",
        "Resolved",
        "Closed",
        "Overdue",
        "Missed a target",
        "Met",
      ],
      ...["First response, minutes", "Resolution, minutes", "First response, n", "Resolution, n"],
    ]);
  });
});

test("every figure of the dashboard leads to a list with the same number", async () => {
  const total = async (query: object) => (await fixture.ask("ticketList", { query })).body.total;
  const rate = (await fixture.ask("resolutionRate")).body;
  const month = { date_filter: "created", start: rate.start, end: rate.end };
  expect([rate.start, rate.end]).toEqual(["2026-05-10", "2026-06-08"]);
  expect([rate.created, rate.resolved, rate.in_time]).toEqual([
    await total(month),
    await total({ ...month, status: "done" }),
    await total({ ...month, status: "done", sla: "met" }),
  ]);
  expect(rate.in_time).toBeGreaterThan(0);
  const incidents = (await fixture.ask("incidentsSummary")).body;
  for (const { id, tickets } of incidents.data)
    expect(await total({ type: incidents.type_id, priority: id, status: "unresolved" })).toBe(tickets);
  for (const { id, tickets } of (await fixture.ask("stagesSummary")).body.data)
    expect(await total({ stage: id })).toBe(tickets);
  const week = (await fixture.ask("weeksSummary")).body.data.at(-1);
  const span = { start: "2026-06-08", end: "2026-06-14" };
  for (const [kind, count] of [
    ["created", week?.created],
    ["resolved", week?.resolved],
    ["breached", week?.breached],
  ] as const)
    expect([kind, await total({ date_filter: kind, ...span })]).toEqual([kind, count]);
  const { by_status, unresolved, overdue, due_today, unassigned } = (await fixture.ask("ticketsSummary")).body;
  for (const { name, tickets } of by_status) expect(await total({ status: name })).toBe(tickets);
  expect([unresolved, overdue, due_today, unassigned]).toEqual([
    await total({ status: "unresolved" }),
    await total({ due: "overdue" }),
    await total({ due: "today" }),
    await total({ member: "none", status: "unresolved" }),
  ]);
});

test("list and board say why a ticket is due when it is, as its own page does", async () => {
  fixture.at("2026-06-08T09:30");
  const { id } = await fixture.open({ subject: "Why then" });
  fixture.at("2026-06-08T10:00");
  const words = "Resolution, 120 min: 30 used Mon, 90 left, due Mon 11:30";
  const [row] = (await fixture.ask("ticketList", { query: { q: "why then", explain: "1" } })).body.data;
  expect(row?.why).toBe(words);
  const board = (await fixture.ask("cards", { params: { id: 1 }, query: { q: "why then", explain: "1" } })).body;
  expect(board.stages[0]?.cards[0]?.why).toBe(words);
  expect((await fixture.ticket(id)).clocks[0]?.explanation?.words).toBe(words.replace("Resolution, ", ""));
  expect((await fixture.ask("ticketList", { query: { q: "why then" } })).body.data[0]?.why).toBeNull();
  await fixture.update({ id, status: "pending" });
  fixture.at("2026-06-22T10:00");
  const [paused] = (await fixture.ask("ticketList", { query: { q: "why then", explain: "1" } })).body.data;
  expect(paused?.why).toBe(
    "Resolution, 120 min: 30 used Mon, paused since Mon 8 Jun 10:00 (Waiting for customer), 90 min left",
  );
});

test("many tickets are deleted at once and brought back at once", async () => {
  const ids = [(await fixture.open({ subject: "Bulk one" })).id, (await fixture.open({ subject: "Bulk two" })).id];
  const total = async () => (await fixture.ask("ticketList", { query: { ids: ids.join(",") } })).body.total;
  expect(await total()).toBe(2);
  expect((await fixture.ask("bulkChange", { body: { ids, change: { delete: true } } })).body.changed).toEqual(ids);
  expect(await total()).toBe(0);
  expect((await fixture.ask("bulkChange", { body: { ids, change: { restore: true } } })).body.changed).toEqual(ids);
  expect(await total()).toBe(2);
  expect((await fixture.ask("bulkChange", { body: { ids, change: { delete: true } } }, "kevin")).status).toBe(403);
});
