import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { work } from "../../services/kit/jobs";
import { closeOutside, type OutsidePolicy } from "../../services/kit/outside";
import { ticketingTasks } from "../../services/ticketing/service";
import { asOwner } from "../setup/database";
import { type TicketingFixture, ticketingFixture } from "./fixture";

type Heard = { path: string; type: string; delivery: string; body: Record<string, unknown> };

let fixture: TicketingFixture;
let server: Server;
let base: string;
let worker: { stop(): Promise<void> };
const heard: Heard[] = [];
/** What the counterpart answers at a path, one after another; the last one stays. `null`: it never answers. */
const answers: Record<string, (number | null)[]> = {};
const policy: OutsidePolicy = { allow: (address) => address === "127.0.0.1", seconds: 1 };

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

beforeAll(async () => {
  fixture = await ticketingFixture();
  server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const { "content-type": type = "", "x-delivery-id": delivery = "" } = request.headers;
    heard.push({ path, type, delivery: String(delivery), body: JSON.parse(await bodyOf(request)) });
    const left = answers[path] ?? [];
    const status = left.length > 1 ? left.shift() : left[0];
    if (status === null) return;
    response.writeHead(status ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  worker = await work(fixture.database.url, ticketingTasks(fixture.database, policy), { error: () => undefined });
});
afterAll(async () => {
  await worker.stop();
  await closeOutside(policy);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await fixture.end();
});

const at = (path: string) => heard.filter((one) => one.path === path);

/** A rule that calls the address for tickets whose subject has the word, and a ticket that wakes it. */
async function wake(word: string, url: string): Promise<number> {
  const made = await fixture.ask("saveAutomation", {
    body: {
      name: word,
      event: "created",
      conditions: [{ field: "subject", operator: "contains", value: word }],
      actions: [{ kind: "webhook", url }],
    },
  });
  expect(made.status).toBe(201);
  return (await fixture.open({ subject: `A ticket, ${word}` })).id;
}

async function outcome(ticket: number): Promise<string> {
  const runs = (await fixture.ask("automationRuns", { query: { per_page: 100 } })).body.data;
  return runs.find(({ ticket_id }: { ticket_id: number }) => ticket_id === ticket)?.outcome ?? "";
}

/** The same, while each further try, for which the queue waits longer each time, is made at once. */
async function outcomeWithoutPauses(ticket: number): Promise<string> {
  await asOwner(
    fixture.database.url,
    "update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null and run_at > now()",
  );
  return outcome(ticket);
}

test("a web hook is posted as JSON, and the run says what it answered", async () => {
  answers["/well"] = [200];
  const ticket = await wake("well", `${base}/well`);
  await vi.waitFor(async () => expect(await outcome(ticket)).toMatch(/answered 200$/), { timeout: 20_000 });
  expect(at("/well")).toMatchObject([
    { type: "application/json", body: { account: "100001", ticket, event: "created", rule: "well" } },
  ]);
  expect(at("/well")[0]?.body.id).toBe(at("/well")[0]?.delivery);
});

test("one that fails is tried again, with the same delivery id, until it is taken", async () => {
  answers["/later"] = [503, 429, 204];
  const ticket = await wake("later", `${base}/later`);
  await vi.waitFor(async () => expect(await outcomeWithoutPauses(ticket)).toMatch(/answered 204$/), {
    ...{ timeout: 45_000, interval: 200 },
  });
  expect(at("/later")).toHaveLength(3);
  expect(new Set(at("/later").map(({ delivery }) => delivery)).size).toBe(1);
}, 60_000);

test("one that never answers is given up after its time and tried again", async () => {
  answers["/silent"] = [null, 200];
  const ticket = await wake("silent", `${base}/silent`);
  await vi.waitFor(async () => expect(await outcome(ticket)).toMatch(/did not answer, it is tried again$/), {
    timeout: 20_000,
  });
  await vi.waitFor(async () => expect(await outcomeWithoutPauses(ticket)).toMatch(/answered 200$/), {
    ...{ timeout: 30_000, interval: 200 },
  });
}, 60_000);

test("a refusal is final, and an address inside is never called", async () => {
  answers["/gone"] = [410];
  const refused = await wake("gone", `${base}/gone`);
  const inside = await wake("inside", "http://10.0.0.1/hook");
  await vi.waitFor(async () => expect(await outcome(refused)).toMatch(/refused it with 410$/), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await outcome(inside)).toMatch(/was not called: 10\.0\.0\.1 is not a public/), {
    timeout: 20_000,
  });
  expect(at("/gone")).toHaveLength(1);
});
