import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { AnsweredBy } from "../../rules/answering-machines";
import type { DialOutcome, DialResult } from "../../rules/robocalls";
import type { CallerEvent } from "../../services/voice/flows/driver";
import { pacingTask } from "../../services/voice/pacing/turns";
import type { DiallingDriver } from "../../services/voice/robocalls/driver";
import { asOwner } from "../setup/database";
import { fillCentre, savanna, type Token, type VoiceStage, voiceStage } from "./fixture";
import { addSound } from "./flows.fixture";

let stage: VoiceStage;
let number: number;
const soon = { timeout: 5_000, interval: 20 };
const line = (last: number) => `+2547110000${String(last).padStart(2, "0")}`;

beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
  const [own] = await stage.rows<{ id: number }>("select id from voice.numbers");
  number = Number(own?.id);
  await stage.rows("update voice.settings set call_days = '{1,2,3,4,5,6,7}'");
});
afterAll(() => stage.close());
afterEach(async () => {
  expect(stage.faults).toEqual([]);
  stage.others.messaging.out = [];
  await stage.rows("update voice.target_groups set pacing = 'paused', active = false");
  await stage.rows("update voice.calls set dropped = false, picked_up_at = null, disposed_at = now()");
  await stage.rows("update voice.agents set state = 'logged_out'");
  // The next morning.
  stage.pass(86_400);
  stage.clock.now = new Date(`${stage.clock.now.toISOString().slice(0, 10)}T08:00:00Z`);
});

/** An exchange whose phones, of customers and of agents, do what the test says. */
function exchange() {
  const dialled: { reference: string; to: string; tell(event: CallerEvent): void }[] = [];
  const ends = new Map<string, (outcome: DialOutcome) => void>();
  const rung: { call: string; to: string; headers: readonly string[]; end(answered: boolean): void }[] = [];
  const played: string[] = [];
  const ended: string[] = [];
  const driver: DiallingDriver = {
    dial({ reference, to }, tell) {
      dialled.push({ reference, to, tell });
      return new Promise((resolve) => ends.set(to, resolve));
    },
    ring: (call, { to, headers }) => new Promise((end) => rung.push({ call, to, headers, end })),
    play: async (_call, { name }) => void played.push(name),
    stop: async () => undefined,
    hangUp: async (reference) => void ended.push(reference),
    isReachable: () => true,
  };
  Object.assign(stage.exchange, { driver, isSet: true });
  const named = (to: string) => dialled.findLast((one) => one.to === to);
  return {
    ...{ dialled, rung, played, ended },
    phone: (to: string, result: DialResult, by: AnsweredBy = "unknown") =>
      ends.get(to)?.(result === "answered" ? { result, by } : { result }),
    gone: (to: string) => named(to)?.tell({ type: "gone" }),
    async rings(exten: string) {
      await vi.waitFor(() => expect(rung.some(({ to }) => to === exten)).toBe(true), soon);
      const found = rung.findLast(({ to }) => to === exten);
      if (!found) throw new Error("no phone rings");
      return found;
    },
  };
}

async function login(...agents: readonly [Token, string][]): Promise<void> {
  for (const [user] of agents)
    await stage.rows(`insert into voice.agents (customer_account, user_id, name, email, user_group, state, state_since)
      values ('${savanna}', '${user === "kevin" ? "2" : "3"}', '${user}', '', '', 'logged_in', '${stage.clock.now.toISOString()}')
      on conflict (customer_account, user_id) do update set state = 'logged_in', state_since = excluded.state_since`);
}

let lists = 0;
async function start(numbers: readonly string[], more: object = {}): Promise<number> {
  const group = `List ${++lists}`;
  const made = await stage.ask(
    "addTargets",
    {
      params: { account: savanna, group },
      body: { targets: numbers.map((phone, at) => ({ phone, name: `Person ${at + 1}` })) },
    },
    "owner",
  );
  expect(made.body).toMatchObject({ added: numbers.length });
  const { id } = made.body.group as { id: number };
  for (const [at, phone] of numbers.entries())
    await stage.rows(
      `update voice.targets set next_at = '2037-01-01T00:00:${10 + at}Z' where phone_number = '${phone}'`,
    );
  const body = { mode: "progressive", ratio: 1, number_id: number, drop_sound_id: null, ...more };
  expect((await stage.ask("savePacing", { params: { id }, body }, "owner")).status).toBe(201);
  expect((await move(id, "start")).status).toBe(201);
  return id;
}
const move = (id: number, to: string) => stage.ask("movePacing", { params: { id }, body: { to } }, "owner");
const turn = async (id: number) => stage.tasks[pacingTask]?.({ account: savanna, group_id: id });
const detail = async (id: number) => (await stage.ask("pacing", { params: { id } }, "owner")).body;
const target = async (to: string) =>
  (
    await stage.rows<Record<string, unknown>>(
      `select * from voice.targets where phone_number = '${to}' order by id desc`,
    )
  )[0];
const call = async (to: string) =>
  (
    await stage.rows<Record<string, unknown>>(`select * from voice.calls where phone_number = '${to}' order by id desc`)
  )[0];
const becomes = (read: typeof call, to: string, expected: object) =>
  vi.waitFor(async () => expect(await read(to)).toMatchObject(expected), soon);

describe("calls that are placed automatically", () => {
  it("keep an agent, ring them with the customer's name, and end once in the log", async () => {
    await login(["kevin", "1001"]);
    const phones = exchange();
    const [first, second] = [line(1), line(2)];
    const id = await start([first, second]);
    await turn(id);
    await turn(id);
    // One agent: one call.
    expect(phones.dialled.map(({ to }) => to)).toEqual([first]);
    expect(await detail(id)).toMatchObject({ running: true, freeAgents: 0, inAir: 1, startedBy: expect.any(String) });
    const busy = await stage.ask("initiateCall", {
      body: { caller: { phone: "0711000099", name: "" }, prefix: "2547", source: "" },
    });
    expect(busy.status).toBe(409);
    phones.phone(first, "answered");
    const ring = await phones.rings("1001");
    expect(ring.headers).toContain("X-Customer-Name: Person%201");
    await stage.ring("phone-1", { queueReference: ring.call, phoneNumber: first.slice(1) });
    await stage.patch("phone-1", "inProgress");
    ring.end(true);
    await becomes(call, first, {
      reference: "phone-1",
      type: "outbound",
      status: "Accepted",
      automatic: true,
      user_id: "2",
    });
    stage.pass(20);
    await stage.patch("phone-1", "terminated", { callDuration: 20 });
    phones.gone(first);
    await becomes(call, first, { status: "Complete", talk_seconds: 20, dropped: false });
    expect(await target(first)).toMatchObject({ state: "done", attempts: 1 });
    expect(await stage.rows(`select 1 from voice.calls where phone_number = '${first}'`)).toHaveLength(1);
    expect(await stage.rows("select 1 from voice.queue_calls")).toHaveLength(0);
    // Wrap-up first, then the next.
    await turn(id);
    expect(phones.dialled).toHaveLength(1);
    stage.pass(60);
    await stage.rows("update voice.calls set disposed_at = now()");
    await turn(id);
    expect(phones.dialled.map(({ to }) => to)).toEqual([first, second]);
    phones.phone(second, "busy");
    await becomes(call, second, { status: "Failed", answered_at: null, picked_up_at: null });
    expect(await target(second)).toMatchObject({ state: "waiting", attempts: 1, result: "No answer" });
  });

  it("are not placed for a number that asked for no more at the last moment, nor outside the hours, nor on a break", async () => {
    await login(["kevin", "1001"]);
    const phones = exchange();
    const [out, next] = [line(3), line(4)];
    const id = await start([out, next]);
    stage.others.messaging.out = [out];
    stage.clock.now = new Date(`${stage.clock.now.toISOString().slice(0, 10)}T20:00:00Z`);
    await turn(id);
    expect(phones.dialled).toEqual([]);
    stage.clock.now = new Date(`${stage.clock.now.toISOString().slice(0, 10)}T08:00:00Z`);
    await stage.rows("update voice.agents set state = 'on_break'");
    await turn(id);
    expect(phones.dialled).toEqual([]);
    await stage.rows("update voice.agents set state = 'logged_in'");
    await turn(id);
    expect(phones.dialled.map(({ to }) => to)).toEqual([next]);
    expect(await target(out)).toMatchObject({ state: "trash", attempts: 0 });
    phones.phone(next, "no_answer");
    await becomes(call, next, { status: "Failed" });
  });

  it("still reach their agent where the list is paused while the phone rings, and no further one is placed", async () => {
    await login(["kevin", "1001"], ["otieno", "1002"]);
    const phones = exchange();
    const [first, second] = [line(5), line(6)];
    const id = await start([first, second, line(7)]);
    await turn(id);
    expect(phones.dialled).toHaveLength(2);
    await move(id, "pause");
    await turn(id);
    expect(phones.dialled).toHaveLength(2);
    phones.phone(first, "answered");
    const ring = await phones.rings("1001");
    ring.end(false);
    await becomes(call, first, { status: "Failed", dropped: true });
    expect(phones.ended).toContain(ring.call);
    expect(await target(first)).toMatchObject({ state: "waiting", agent_first: true, result: "No agent was free" });
    phones.phone(second, "failed");
    await becomes(call, second, { status: "Failed", dropped: false });
  });

  it("of a process that died are ended after a while, although the list is paused, and the number comes again", async () => {
    await login(["kevin", "1001"]);
    const phones = exchange();
    const to = line(15);
    const id = await start([to]);
    await turn(id);
    expect(phones.dialled.map((one) => one.to)).toEqual([to]);
    const kept = await target(to);
    const release = { params: { id: Number(kept?.id) }, body: { to: "waiting", reason: "" } };
    expect((await stage.ask("releaseTarget", release)).status).toBe(409);
    await move(id, "pause");
    const queued = async () =>
      (await asOwner(stage.database.url, `select 1 from graphile_worker.jobs where task_identifier = '${pacingTask}'`))
        .rows;
    await turn(id);
    expect(await queued()).not.toEqual([]);
    stage.pass(120);
    await turn(id);
    expect(await call(to)).toMatchObject({ status: "Failed", dropped: false });
    expect(await target(to)).toMatchObject({ state: "waiting", attempts: 1 });
    expect((await stage.ask("releaseTarget", release)).status).toBe(404);
    phones.phone(to, "no_answer");
  });

  it("call a number once where two nodes take a turn at the same time", async () => {
    await login(["kevin", "1001"], ["otieno", "1002"]);
    const phones = exchange();
    const numbers = [line(8), line(9), line(10)];
    const id = await start(numbers);
    await Promise.all([turn(id), turn(id), turn(id)]);
    expect(phones.dialled.map(({ to }) => to).sort()).toEqual(numbers.slice(0, 2));
    for (const to of numbers.slice(0, 2)) {
      phones.phone(to, "no_answer");
      await becomes(call, to, { status: "Failed" });
    }
  });

  it("above one are more than the agents; who has no agent hears the sound, and the limit brings it back to one", async () => {
    await login(["kevin", "1001"]);
    const phones = exchange();
    const sound = await addSound(stage, "Sorry");
    const numbers = [line(11), line(12), line(13), line(14)];
    const [first = "", second = "", third = ""] = numbers;
    const id = await start(numbers, { ratio: 2, drop_sound_id: sound });
    await turn(id);
    expect(phones.dialled.map(({ to }) => to)).toEqual([first, second]);
    expect(await call(first)).toMatchObject({ user_id: "" });
    phones.phone(first, "answered");
    const ring = await phones.rings("1001");
    await stage.ring("phone-2", { queueReference: ring.call, phoneNumber: first.slice(1) });
    await stage.patch("phone-2", "inProgress");
    ring.end(true);
    await becomes(call, first, { status: "Accepted", user_id: "2" });
    phones.phone(second, "answered");
    await becomes(call, second, { status: "Failed", dropped: true, user_id: "" });
    await vi.waitFor(() => expect(phones.played).toEqual(["Sorry"]), soon);
    await stage.patch("phone-2", "terminated", { callDuration: 5 });
    phones.gone(first);
    await stage.rows("update voice.calls set disposed_at = now()");
    stage.pass(120);
    expect(await detail(id)).toMatchObject({ limited: true, share: { answered: 2, dropped: 1, capTenths: 30 } });
    const today = stage.clock.now.toISOString().slice(0, 10);
    const { body } = await stage.ask("figures", { query: { from: today, to: today, by: "day" } }, "owner");
    expect(body).toMatchObject({ total: { pickedUp: 2, dropped: 1 } });
    await turn(id);
    expect(phones.dialled).toHaveLength(3);
    expect(await call(third)).toMatchObject({ user_id: "2" });
    phones.phone(third, "no_answer");
    await becomes(call, third, { status: "Failed" });
  });
});

it("that a machine answers end at once, come again, and are neither answered nor without an agent", async () => {
  await login(["kevin", "1001"]);
  const phones = exchange();
  const to = line(17);
  const id = await start([to], { on_machine: "hang_up" });
  expect(await detail(id)).toMatchObject({ onMachine: "hang_up" });
  for (const attempt of [1, 2, 3]) {
    stage.pass(7 * 86_400);
    stage.clock.now = new Date(`${stage.clock.now.toISOString().slice(0, 10)}T08:00:00Z`);
    await turn(id);
    await vi.waitFor(() => expect(phones.dialled).toHaveLength(attempt), soon);
    phones.phone(to, "answered", "machine");
    await becomes(call, to, { status: "AnsweringMachine", picked_up_at: null, answered_at: null, dropped: false });
    await vi.waitFor(() => expect(phones.ended).toHaveLength(attempt), soon);
    const state = attempt < 3 ? "waiting" : "machine";
    expect(await target(to)).toMatchObject({ state, result: "Answering machine", attempts: attempt });
    // The agent is free at once: nothing was talked.
    expect(await detail(id)).toMatchObject({ freeAgents: 1, share: { answered: 0, dropped: 0 } });
  }
  expect(phones.rung).toEqual([]);
  const today = stage.clock.now.toISOString().slice(0, 10);
  const { body } = await stage.ask("figures", { query: { from: today, to: today, by: "day" } }, "owner");
  expect(body).toMatchObject({ total: { attempts: 1, connects: 0, pickedUp: 0, dropped: 0, machines: 1 } });
  const list = await stage.ask("dispositionSummary", { params: { id } }, "owner");
  expect(list.body).toMatchObject({ attempts: 3, connects: 0, machines: 3, counts: { machine: 1, given_up: 0 } });
  const log = await stage.ask(
    "callRecords",
    { query: { from: today, to: today, status: "AnsweringMachine" } },
    "owner",
  );
  expect(log.body.data).toMatchObject([{ phoneNumber: to, answered: false }]);
  const params = { id: Number((await target(to))?.id) };
  expect((await stage.ask("restoreTarget", { params }, "owner")).status).toBe(201);
  expect(await target(to)).toMatchObject({ state: "waiting" });
});

it("of a person, or of whom it is not known, ring the agent as before", async () => {
  await login(["kevin", "1001"]);
  const phones = exchange();
  for (const [last, by] of [
    [18, "person"],
    [19, "unknown"],
  ] as const) {
    const to = line(last);
    const id = await start([to], { on_machine: "hang_up" });
    await turn(id);
    phones.phone(to, "answered", by);
    const ring = await phones.rings("1001");
    ring.end(false);
    phones.rung.length = 0;
    await becomes(call, to, { status: "Failed", dropped: true });
    await move(id, "pause");
  }
  expect(await stage.rows("select 1 from voice.calls where picked_up_at is not null")).toHaveLength(2);
  const id = await start([line(21)]);
  stage.exchange.detectsMachines = false;
  const body = { mode: "progressive", ratio: 1, number_id: number, drop_sound_id: null, on_machine: "hang_up" };
  expect((await stage.ask("savePacing", { params: { id }, body }, "owner")).body.errors).toHaveProperty("on_machine");
  stage.exchange.detectsMachines = true;
});

it("keeps no agent for a call that has ended meanwhile", async () => {
  await login(["kevin", "1001"]);
  const phones = exchange();
  const to = line(16);
  const id = await start([to], { ratio: 2 });
  await turn(id);
  const begun = await call(to);
  stage.pass(120);
  await turn(id);
  expect(await call(to)).toMatchObject({ status: "Failed", user_id: "" });
  phones.phone(to, "answered");
  await vi.waitFor(() => expect(phones.ended).toContain(begun?.reference), soon);
  expect(phones.rung).toEqual([]);
  expect(await call(to)).toMatchObject({ status: "Failed", user_id: "" });
});

it("needs a number, automatic calls and an exchange before it starts", async () => {
  const made = await stage.ask(
    "addTargets",
    { params: { account: savanna, group: "Refused" }, body: { targets: [{ phone: line(20) }] } },
    "owner",
  );
  const { id } = made.body.group as { id: number };
  expect((await move(id, "start")).status).toBe(422);
  const body = { mode: "progressive", ratio: 1, number_id: null, drop_sound_id: null };
  const save = (given: object, token: Token = "owner") =>
    stage.ask("savePacing", { params: { id }, body: given }, token);
  expect((await save(body)).body.errors).toHaveProperty("number_id");
  expect((await save({ ...body, ratio: 4, number_id: number })).body.errors).toHaveProperty("ratio");
  expect((await save({ ...body, number_id: number }, "nobody")).status).toBe(403);
  expect((await save({ ...body, number_id: number }, "other")).status).toBe(404);
  expect((await save({ ...body, number_id: number })).status).toBe(201);
  // A sound that was removed is neither offered nor taken.
  const removed = await addSound(stage, "Removed");
  const offered = async () => ((await detail(id)).sounds as { id: number }[]).some((one) => one.id === removed);
  expect(await offered()).toBe(true);
  expect((await stage.ask("removeFlowSound", { params: { id: removed } }, "owner")).status).toBe(201);
  expect(await offered()).toBe(false);
  const late = { ...body, number_id: number, drop_sound_id: removed };
  expect((await save(late)).body.errors).toHaveProperty("drop_sound_id");
  Object.assign(stage.exchange, { driver: undefined, isSet: false });
  expect((await move(id, "start")).body.message).toBe("No telephone exchange places calls here.");
});
