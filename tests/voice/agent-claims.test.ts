import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { DialOutcome, DialResult } from "../../rules/robocalls";
import { claimFreeAgent, ringClaimSeconds } from "../../services/voice/agents/claims";
import { changeCall } from "../../services/voice/calls/change";
import { insertCall } from "../../services/voice/calls/handlers";
import { findCall } from "../../services/voice/calls/store";
import { endQuietCalls, keepAgent, type PacedCall } from "../../services/voice/pacing/claim";
import { pacingTask } from "../../services/voice/pacing/turns";
import type { DiallingDriver } from "../../services/voice/robocalls/driver";
import { systemActor, type VoiceUnitOfWork } from "../../services/voice/workspace/context";
import { fillCentre, ourNumber, savanna, type VoiceStage, voiceStage } from "./fixture";
import { addFlow, fakeExchange, step } from "./flows.fixture";

let stage: VoiceStage;
let number: number;
/** What an exchange fails with when its connection is lost. */
const lost = new Error("the connection is lost");
const soon = { timeout: 5_000, interval: 20 };

beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
  await addFlow(stage, "Sales", [step("queue", { queue: "Sales", overflow: 2 }), step("hang_up")]);
  const [own] = await stage.rows<{ id: number }>("select id from voice.numbers");
  number = Number(own?.id);
  await stage.rows("update voice.settings set call_days = '{1,2,3,4,5,6,7}', require_disposition = false");
});
afterAll(() => stage.close());
afterEach(async () => {
  await stage.rows("update voice.target_groups set pacing = 'paused', active = false");
  await stage.rows("update voice.agents set state = 'logged_out'");
  expect(stage.faults.filter((one) => one !== lost)).toEqual([]);
});

/** Kevin, or Kevin and Otieno, are logged in. */
async function login(...users: readonly ("2" | "3")[]): Promise<void> {
  for (const user of users)
    await stage.rows(`insert into voice.agents (customer_account, user_id, name, email, user_group, state, state_since)
      values ('${savanna}', '${user}', 'Agent ${user}', '', '', 'logged_in', '${stage.clock.now.toISOString()}')
      on conflict (customer_account, user_id) do update set state = 'logged_in', state_since = excluded.state_since`);
}

const claims = () => stage.rows<{ user_id: string; reference: string }>("select * from voice.agent_claims");
function change<T>(work: (unit: VoiceUnitOfWork) => Promise<T>): Promise<T> {
  return stage.context.change(savanna, systemActor, work);
}

const fakeDriver = {
  ...{ answer: async () => undefined, announce: async () => undefined, hold: async () => undefined },
  ...{ record: async () => undefined, play: async () => undefined, stop: async () => undefined },
  ...{ hangUp: async () => undefined, isReachable: (exten: string) => exten === "1001" },
};

/** The phones of customers whom the system calls, and of the agents who are rung for them. */
function dialling() {
  const dialled = new Map<string, { reference: string; end(result: DialResult): void }>();
  const rung: { call: string; to: string; end(answered: boolean): void }[] = [];
  const driver: DiallingDriver = {
    dial: ({ reference, to }) =>
      new Promise<DialOutcome>((resolve) => {
        const end = (result: DialResult) => resolve(result === "answered" ? { result, by: "unknown" } : { result });
        dialled.set(to, { reference, end });
      }),
    ring: (call, { to }) => new Promise((end) => rung.push({ call, to, end })),
    ...fakeDriver,
  };
  Object.assign(stage.exchange, { driver, isSet: true });
  return { dialled, rung };
}

let lists = 0;
async function start(phone: string, ratio: number): Promise<{ turn(): Promise<unknown> }> {
  const group = `Claims ${++lists}`;
  const params = { account: savanna, group };
  const made = await stage.ask("addTargets", { params, body: { targets: [{ phone, name: "Amina" }] } }, "owner");
  const { id } = made.body.group as { id: number };
  await stage.rows(`update voice.targets set next_at = '2037-01-01' where phone_number = '${phone}'`);
  const body = { mode: "progressive", ratio, number_id: number, drop_sound_id: null };
  expect((await stage.ask("savePacing", { params: { id }, body }, "owner")).status).toBe(201);
  expect((await stage.ask("movePacing", { params: { id }, body: { to: "start" } }, "owner")).status).toBe(201);
  return { turn: async () => stage.tasks[pacingTask]?.({ account: savanna, group_id: id }) };
}
const call = async (to: string) =>
  (
    await stage.rows<Record<string, unknown>>(`select * from voice.calls where phone_number = '${to}' order by id desc`)
  )[0];

describe("an agent is taken by whichever comes first", () => {
  it("a caller who rings: no automatic call is placed for them, and one that is answered then has no agent", async () => {
    await login("2");
    const phones = dialling();
    // Placed before the caller rang, with no agent kept.
    const above = await start("+254711000301", 2);
    await above.turn();
    const answered = phones.dialled.get("+254711000301");
    const line = fakeExchange(stage);
    expect(await line.call("caller-1")).toBe(true);
    await vi.waitFor(() => expect(line.rung).toEqual(["1001"]), soon);
    const kept = await start("+254711000302", 1);
    await kept.turn();
    expect(phones.dialled.has("+254711000302")).toBe(false);
    answered?.end("answered");
    await vi.waitFor(async () => expect(await call("+254711000301")).toMatchObject({ dropped: true }), soon);
    expect(phones.rung).toEqual([]);
    expect(await claims()).toMatchObject([{ user_id: "2", reference: "caller-1" }]);
    // The caller gives up: the agent is free for the next call.
    line.gone();
    await vi.waitFor(async () => expect(await claims()).toEqual([]), soon);
    await kept.turn();
    expect(phones.dialled.has("+254711000302")).toBe(true);
    phones.dialled.get("+254711000302")?.end("no_answer");
    await vi.waitFor(async () => expect(await claims()).toEqual([]), soon);
  });

  it("an automatic call: a caller who waits rings no one until it has ended", async () => {
    await login("2");
    const phones = dialling();
    const list = await start("+254711000303", 1);
    await list.turn();
    expect(await claims()).toMatchObject([{ user_id: "2" }]);
    const line = fakeExchange(stage);
    await line.call("caller-2");
    const claim = () => stage.pbx.claim({ number: ourNumber, reference: "caller-3" }, () => true);
    expect(await claim()).toBeUndefined();
    expect(line.rung).toEqual([]);
    phones.dialled.get("+254711000303")?.end("busy");
    await vi.waitFor(() => expect(line.rung).toEqual(["1001"]), soon);
    expect(await claim()).toBeUndefined();
    line.gone();
    await vi.waitFor(async () => expect(await claims()).toEqual([]), soon);
    expect(await claim()).toBe("1001");
    await stage.pbx.release({ number: ourNumber, reference: "caller-3" });
  });

  it("who rings has them until the phone tells of the end, also where it is answered before the phone tells", async () => {
    await login("2");
    dialling();
    const line = fakeExchange(stage);
    await line.call("caller-4");
    await vi.waitFor(() => expect(line.isRinging()).toBe(true), soon);
    line.answers(true);
    await vi.waitFor(
      async () =>
        expect(
          await stage.rows("select 1 from voice.queue_calls where reference = 'caller-4' and answered_at is not null"),
        ).toHaveLength(1),
      soon,
    );
    expect(await claims()).toHaveLength(1);
    await stage.ring("phone-4", { queueReference: "caller-4" });
    await stage.patch("phone-4", "inProgress");
    expect(await claims()).toMatchObject([{ user_id: "2", reference: "caller-4" }]);
    await stage.patch("phone-4", "terminated", { callDuration: 3 });
    expect(await claims()).toEqual([]);
    await stage.rows("update voice.calls set wrap_ended_at = now()");
  });

  it("of two that come at the same time one has them, and an agent who dials is not taken", async () => {
    await login("2");
    const claim = (reference: string) => change((unit) => claimFreeAgent(unit, { reference, seconds: 20 }, () => true));
    const taken = await Promise.all(["a", "b", "c", "d"].map(claim));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await claims()).toHaveLength(1);
    stage.pass(21);
    expect(await claim("e")).toMatchObject({ user_id: "2" });
    stage.pass(21);
    await stage.tidy();
    expect(await claims()).toEqual([]);
  });

  it.each([1, 2, 3])("an agent who dials at the same time has one of the two calls (%i)", async (at) => {
    await login("2");
    const phones = dialling();
    const to = `+25471100031${at}`;
    const list = await start(to, 1);
    const body = { caller: { phone: "0711000099", name: "" }, prefix: "2547", source: "", reference: `own-${at}` };
    const [own] = await Promise.all([stage.ask("initiateCall", { body }), list.turn()]);
    expect([own.status, phones.dialled.has(to)]).toEqual(own.status === 201 ? [201, false] : [409, true]);
    if (own.status === 201) await stage.patch(`own-${at}`, "terminated", { type: "outbound" });
    phones.dialled.get(to)?.end("no_answer");
    await vi.waitFor(async () => expect(await claims()).toEqual([]), soon);
  });
});

/** What a call does in the shuffled orders, with the call that it is about as a number. */
const steps = ["rings", "automatic", "unanswered", "told", "ends", "lost", "later"] as const;
type Owner = { kind: "caller" | "automatic"; reference: string; user: string; call?: number; since: number };

/** Calls that come, ring, are told of, end and are lost, each as the service has it. */
function callModel(run: number) {
  const owners: Owner[] = [];
  let made = 0;
  const drop = (owner: Owner) => void owners.splice(owners.indexOf(owner), 1);

  async function ring(): Promise<void> {
    const reference = `caller-${run}-${++made}`;
    const claim = { reference, seconds: ringClaimSeconds };
    const agent = await change((unit) => claimFreeAgent(unit, claim, () => true));
    if (agent) owners.push({ kind: "caller", reference, user: agent.user_id, since: stage.clock.now.getTime() });
  }

  async function answerAutomatic(): Promise<void> {
    const reference = `automatic-${run}-${++made}`;
    const kept = await change(async (unit) => {
      const call = await insertCall(unit, { id: "", name: "" }, newCall(reference));
      await sql`update voice.calls set automatic = true, seen_at = ${unit.now}
        where customer_account = ${savanna} and id = ${call}`.execute(unit.trx);
      const agent = await keepAgent(unit, { id: call, reference, target: 0 } as PacedCall, () => true);
      return { call: Number(call), agent };
    });
    if (kept.agent)
      owners.push({
        ...{
          kind: "automatic",
          reference,
          call: kept.call,
          user: kept.agent.user_id,
          since: stage.clock.now.getTime(),
        },
      });
    else await end(kept.call);
  }

  const end = (id: number) =>
    change(async (unit) => {
      const found = await findCall(unit.trx, savanna, sql`c.id = ${id}`, { now: unit.now, lock: true });
      if (found && !found.ended_at) await changeCall(unit, found, { state: "terminated" });
    });

  async function unanswered(owner: Owner): Promise<void> {
    drop(owner);
    if (owner.call !== undefined) await end(owner.call);
    await stage.pbx.release({ number: ourNumber, reference: owner.reference });
  }

  /** The agent's phone tells that it rings, while it has the time to. */
  async function tellRing(owner: Owner): Promise<void> {
    if (owner.call !== undefined || stage.clock.now.getTime() - owner.since > ringClaimSeconds * 1_000) return;
    const token = owner.user === "2" ? "kevin" : "otieno";
    const log = await stage.ring(`phone-${owner.reference}`, { queueReference: owner.reference }, token);
    owner.call = log.id;
  }

  /** Nothing more is told of it: its process died, or its exchange was lost. */
  async function lose(owner: Owner): Promise<void> {
    drop(owner);
    stage.pass(120);
    await change(endQuietCalls);
    if (owner.kind === "caller" && owner.call !== undefined) await end(owner.call);
  }

  return {
    owners,
    async take(step: (typeof steps)[number], at: number): Promise<void> {
      const owner = owners[at % Math.max(1, owners.length)];
      if (step === "rings") return ring();
      if (step === "automatic") return answerAutomatic();
      if (step === "later") return void stage.pass(20);
      if (!owner) return;
      if (step === "told") return tellRing(owner);
      if (step === "lost") return lose(owner);
      if (step === "unanswered" || owner.call !== undefined) return unanswered(owner);
    },
    async endAll(): Promise<void> {
      for (const owner of [...owners]) await unanswered(owner);
    },
  };
}

const newCall = (reference: string): Parameters<typeof insertCall>[2] => ({
  ...{ reference, callId: "", phoneNumber: "+254711000400", name: "", source: "" },
  ...{ type: "outbound", state: "calling/trying", numberId: null, queueCallId: null },
});

/** Who has each agent now: calls of the log that go on, and calls that the log has not yet. */
const holders = () =>
  stage.rows<{ user_id: string; count: number }>(`select user_id, count(*)::int as count from (
      select user_id, reference from voice.calls where ended_at is null and user_id <> ''
      union all select user_id, reference from voice.agent_claims
      where call_id is null and claimed_until > '${stage.clock.now.toISOString()}') held group by 1`);

it("in no order has an agent two calls, and none stays taken after its call is over", async () => {
  await login("2", "3");
  let run = 0;
  const order = fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(5), fc.boolean()), { minLength: 5, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(order, async (taken) => {
      const model = callModel(++run);
      let together: Promise<void>[] = [];
      for (const [step, at, waits] of taken) {
        // Only calls that come are at the same time: what is told of one call follows what it was told of before.
        const comes = step === "rings" || step === "automatic";
        if (!comes) await Promise.all(together.splice(0));
        together.push(model.take(step, at));
        if (waits || !comes) await Promise.all(together.splice(0));
        if (together.length === 0) for (const { count } of await holders()) expect(count).toBe(1);
      }
      await Promise.all(together);
      together = [];
      for (const { count } of await holders()) expect(count).toBe(1);
      await model.endAll();
      stage.pass(40);
      await change(endQuietCalls);
      expect(await holders()).toEqual([]);
      await stage.tidy();
      expect(await claims()).toEqual([]);
      const { data } = (await stage.ask("colleagues")).body as never as { data: { available: boolean }[] };
      expect(data.map(({ available }) => available)).toEqual([true, true]);
    }),
    { numRuns: 25 },
  );
}, 60_000);

it("an exchange that is lost gives the agent back, of a caller who rings and of an automatic call", async () => {
  await login("2");
  const driver = { ...fakeDriver, ring: () => Promise.reject(lost), dial: () => Promise.reject(lost) };
  Object.assign(stage.exchange, { driver, isSet: true });
  await stage.flows.begin({ number: ourNumber, from: "+254711000111", reference: "lost-1" }, driver);
  await vi.waitFor(() => expect(stage.faults).toContain(lost), soon);
  stage.flows.stop();
  await vi.waitFor(async () => expect(await claims()).toEqual([]), soon);
  const list = await start("+254711000320", 1);
  await list.turn();
  await vi.waitFor(async () => expect(await call("+254711000320")).toMatchObject({ status: "Failed" }), soon);
  expect(await claims()).toEqual([]);
});
