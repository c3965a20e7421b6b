import { afterAll, beforeAll, expect, test } from "vitest";
import { demoDatabase } from "../setup/demo";
import { type Stage, ticketStage } from "./stage";

let stage: Stage;
beforeAll(async () => {
  stage = await ticketStage(await demoDatabase());
  stage.clock.now = new Date();
}, 60_000);
afterAll(() => stage.end());

test("the demo's desk has a year of tickets whose figures agree, and they say why they are due", async () => {
  const list = async (query: object) => (await stage.ask("ticketList", { query, body: {} })).body;
  const all = await list({});
  expect(all.total).toBe(400);
  expect((await stage.ask("statusTickets", { body: {} })).body.total).toBe(400);
  const running = await list({ sla: "on track" });
  const first = running.data[0] ?? all.data[0];
  const ticket = await stage.ticket(first?.id ?? 0);
  expect(ticket.clocks.length).toBeGreaterThan(0);
  // What the demo wrote is what the service itself would count.
  const before = await list({ sort: "due", per_page: 100 });
  await stage.recount();
  const after = await list({ sort: "due", per_page: 100 });
  const due = (page: { data: { id: number; due_at: string | null }[] }) =>
    page.data.map(({ id, due_at }) => [id, due_at]);
  expect(due(after)).toEqual(due(before));
});
