import { afterAll, beforeAll, expect, test } from "vitest";
import type { PipelineStage } from "../../services/crm/contract.records";
import { type Application, startApplication } from "../setup/application";

let application: Application;
let token: string;
beforeAll(async () => {
  application = await startApplication();
  token = await application.token("owner@savanna.test");
}, 120_000);
afterAll(() => application.stop());

async function call<T>(method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const answer = await fetch(`${application.url}/api${path}`, init);
  return { status: answer.status, body: (await answer.json()) as T };
}

const count = 50;

test("fifty leads that are moved into one stage at once are all in it, in an order that stays", async () => {
  const leads: number[] = [];
  for (let n = 0; n < count; n++) {
    const made = await call<{ id: number }>("POST", "/crm/leads", { name: `Parallel ${n}` });
    expect(made.status).toBe(201);
    leads.push(made.body.id);
  }
  const board = async () => {
    const { stages } = (await call<{ stages: PipelineStage[] }>("GET", "/crm/lead-pipeline?q=Parallel")).body;
    return stages;
  };
  const stage_id = (await board())[1]?.id ?? 0;
  const answers = await Promise.all(leads.map((id) => call("PUT", `/crm/current-lead-stages/${id}`, { stage_id })));
  expect(answers.map(({ status }) => status)).toEqual(leads.map(() => 201));
  // A board has the first cards of a stage, and the list in the same order all of them.
  const path = `/crm/leads?q=Parallel&stage=${stage_id}&sort=active&per_page=100`;
  const listed = async () => (await call<{ data: { id: number }[] }>("GET", path)).body.data.map(({ id }) => id);
  const cards = async () => {
    const stage = (await board()).find(({ id }) => id === stage_id);
    return { records: stage?.records, ids: stage?.cards.map(({ id }) => id) ?? [] };
  };
  const order = await listed();
  expect([...order].sort((a, b) => a - b)).toEqual(leads);
  expect(await listed()).toEqual(order);
  const first = await cards();
  expect(first).toEqual({ records: count, ids: order.slice(0, first.ids.length) });
  expect(first.ids.length).toBeGreaterThan(20);
  expect(await cards()).toEqual(first);
}, 120_000);

type Board = { stages: { id: number; cards: { id: number; rank: string }[] }[] };

test("fifty tickets that are moved to one place at once have fifty ranks, and an order that stays", async () => {
  const tickets: number[] = [];
  for (let n = 0; n <= count; n++) {
    const body = new FormData();
    body.set("subject", `Parallel ${n}`);
    const headers = { authorization: `Bearer ${token}` };
    const made = await fetch(`${application.url}/api/ticketing/tickets`, { method: "POST", headers, body });
    expect(made.status).toBe(201);
    tickets.push(((await made.json()) as { ticket: { id: number } }).ticket.id);
  }
  const [anchor = 0, ...others] = tickets;
  const read = async () => (await call<Board>("GET", "/ticketing/ticket-boards/1/cards")).body.stages;
  const target = (await read())[1]?.id ?? 0;
  const move = (ticket_id: number, to: object = {}) =>
    call("POST", "/ticketing/ticket-boards/move", { ticket_id, stage_id: target, ...to });
  expect((await move(anchor)).status).toBe(201);
  const answers = await Promise.all(others.map((id) => move(id, { before_id: anchor })));
  expect(answers.map(({ status }) => status)).toEqual(others.map(() => 201));
  const order = async () => (await read()).find(({ id }) => id === target)?.cards ?? [];
  const first = await order();
  const moved = first.filter(({ id }) => tickets.includes(id));
  expect(new Set(moved.map(({ id }) => id))).toEqual(new Set(tickets));
  expect(new Set(moved.map(({ rank }) => rank)).size).toBe(count + 1);
  expect(moved.at(-1)?.id).toBe(anchor);
  expect((await order()).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
}, 120_000);
