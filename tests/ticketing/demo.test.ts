import { afterAll, beforeAll, expect, test } from "vitest";
import { demoDatabase } from "../setup/demo";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture(await demoDatabase());
  fixture.clock.now = new Date();
}, 60_000);
afterAll(() => fixture.end());

test("the demo's desk has a year of tickets whose figures agree, and they say why they are due", async () => {
  const list = async (query: object) => (await fixture.ask("ticketList", { query, body: {} })).body;
  const all = await list({});
  expect(all.total).toBe(400);
  expect((await fixture.ask("statusTickets", { body: {} })).body.total).toBe(400);
  const running = await list({ sla: "on track" });
  const first = running.data[0] ?? all.data[0];
  const ticket = await fixture.ticket(first?.id ?? 0);
  expect(ticket.clocks.length).toBeGreaterThan(0);
  // What the demo wrote is what the service itself would count.
  const before = await list({ sort: "due", per_page: 100 });
  await fixture.recount();
  const after = await list({ sort: "due", per_page: 100 });
  const due = (page: { data: { id: number; due_at: string | null }[] }) =>
    page.data.map(({ id, due_at }) => [id, due_at]);
  expect(due(after)).toEqual(due(before));
});
