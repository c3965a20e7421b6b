import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { AnsweredBy, MachineAction } from "../../rules/answering-machines";
import type { DialOutcome, DialResult } from "../../rules/robocalls";
import type { CallerEvent } from "../../services/voice/flows/driver";
import { optOutTask } from "../../services/voice/robocalls/caller";
import type { DiallingDriver } from "../../services/voice/robocalls/driver";
import { robocallTask } from "../../services/voice/robocalls/turns";
import { jobsNamed } from "../setup/notices";
import { fillCentre, savanna, type VoiceStage, voiceStage } from "./fixture";
import { addSound } from "./flows.fixture";

let stage: VoiceStage;
let sound: number;
let number: number;
const soon = { timeout: 5_000, interval: 20 };
const first = "+254711000001";
const second = "+254711000002";
const third = "+254711000003";

beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
  sound = await addSound(stage, "Reminder");
  const [own] = await stage.rows<{ id: number }>("select id from voice.numbers");
  number = Number(own?.id);
});
afterAll(() => stage.close());
afterEach(() => expect(stage.faults).toEqual([]));

/** An exchange whose phones do what the test says. */
function exchange() {
  const dialled: { reference: string; to: string; onMachine: MachineAction; tell(event: CallerEvent): void }[] = [];
  const ends = new Map<string, (outcome: DialOutcome) => void>();
  const sounds = new Map<string, () => void>();
  const driver: DiallingDriver = {
    dial: ({ reference, to, onMachine }, tell) => {
      dialled.push({ reference, to, onMachine, tell });
      return new Promise((resolve) => ends.set(to, resolve));
    },
    play: (reference) => new Promise((resolve) => sounds.set(reference, resolve)),
    stop: async (reference) => sounds.get(reference)?.(),
    hangUp: async (reference) => sounds.get(reference)?.(),
    ring: async () => false,
    isReachable: () => false,
  };
  Object.assign(stage.exchange, { driver, isSet: true });
  const of = (to: string) => dialled.findLast((one) => one.to === to);
  return {
    dialled,
    phone: (to: string, result: DialResult, by: AnsweredBy = "unknown") =>
      ends.get(to)?.(result === "answered" ? { result, by } : { result }),
    hears: (to: string) => vi.waitFor(() => expect(sounds.has(of(to)?.reference ?? "")).toBe(true), soon),
    /** The sound is over. */
    heard: (to: string) => sounds.get(of(to)?.reference ?? "")?.(),
    gone: (to: string) => of(to)?.tell({ type: "gone" }),
    press: (to: string, key: string) => of(to)?.tell({ type: "key", key }),
  };
}

const form = (more: object = {}) => ({
  ...{ name: "Reminder", group_id: 1, sound_id: sound, number_id: number },
  keys: [
    { key: "1", label: "I will pay", action: "answer" },
    { key: "9", label: "Do not call me", action: "opt_out" },
  ],
  ...{ call_from: "08:00", call_until: "19:00", call_days: [1, 2, 3, 4, 5, 6, 7], max_attempts: 2, retry_minutes: 15 },
  ...{ speed: 2, call_seconds: 60, ...more },
});

async function compose(numbers: readonly string[], more: object = {}): Promise<number> {
  stage.others.messaging.people = numbers.map((msisdn, at) => ({ msisdn, name: `Person ${at + 1}` }));
  const answer = await stage.ask("addRobocall", { body: form(more) }, "owner");
  expect(answer).toMatchObject({ status: 201 });
  return Number(answer.body.id);
}
const move = (id: number, to: string) => stage.ask("moveRobocall", { params: { id }, body: { to } }, "owner");
const turn = (id: number) => stage.tasks[robocallTask]?.({ account: savanna, robocall_id: id });
const detail = async (id: number) => (await stage.ask("robocall", { params: { id } }, "owner")).body;
const target = async (id: number, to: string) => {
  const answer = await stage.ask("robocallTargets", { params: { id }, query: { q: to } }, "owner");
  return (answer.body.data as Record<string, unknown>[])[0];
};
const state = (id: number, to: string, expected: object) =>
  vi.waitFor(async () => expect(await target(id, to)).toMatchObject(expected), soon);

describe("a robocall", () => {
  it("calls so many at once, writes keys and seconds, and pays what was answered", async () => {
    const phones = exchange();
    const id = await compose([first, second, third]);
    // Three people, two intervals each at KES 1.50.
    expect(await detail(id)).toMatchObject({ state: "draft", numbers: 3, maxCents: 900 });
    expect(phones.dialled).toEqual([]);
    expect((await move(id, "start")).status).toBe(201);
    await turn(id);
    await turn(id);
    await vi.waitFor(() => expect(phones.dialled.map(({ to }) => to)).toEqual([first, second]), soon);
    phones.phone(first, "answered");
    await phones.hears(first);
    stage.pass(31);
    phones.press(first, "1");
    await state(id, first, { state: "answered", key: "1", label: "I will pay", seconds: 31, costCents: 300 });
    phones.phone(second, "failed");
    await state(id, second, { state: "not_reached", result: "failed", seconds: 0, costCents: 0 });
    await turn(id);
    await vi.waitFor(() => expect(phones.dialled).toHaveLength(3), soon);
    phones.phone(third, "answered");
    await phones.hears(third);
    phones.press(third, "9");
    await state(id, third, { state: "answered", key: "9", label: "Do not call me" });
    await turn(id);
    expect(await detail(id)).toMatchObject({ state: "finished", settled: true, settledCents: 450, costCents: 450 });
    expect(stage.others.billing.holds.get(`call:robocall-${id}`)).toEqual({ held: 900, settled: 450, released: 450 });
    // Once more changes nothing.
    await turn(id);
    expect(phones.dialled).toHaveLength(3);
    stage.others.messaging.out = [];
  });

  it("puts who presses the key for it on the do-not-call list, even if messaging is away at that moment", async () => {
    const phones = exchange();
    const id = await compose([second]);
    await move(id, "start");
    await turn(id);
    await vi.waitFor(() => expect(phones.dialled).toHaveLength(1), soon);
    phones.phone(second, "answered");
    await phones.hears(second);
    phones.press(second, "9");
    await state(id, second, { state: "answered", key: "9" });
    const jobs = await jobsNamed(stage.database.url, optOutTask);
    const job = jobs.find(({ payload }) => payload.phone === second);
    expect(job?.payload).toMatchObject({ account: savanna, reason: "Pressed 9 in the robocall Reminder" });
    const work = async () => stage.tasks[optOutTask]?.(job?.payload ?? {});
    stage.others.messaging.away = true;
    await expect(work()).rejects.toThrow();
    stage.others.messaging.away = false;
    await work();
    expect(stage.others.messaging.added.map(({ phones: one }) => one)).toContain(second);
    stage.others.messaging.out = [];
    await turn(id);
  });

  it("keeps its number until it is over", async () => {
    const id = await compose([first], { name: "Payday" });
    const params = { id: number };
    const removed = await stage.ask("removeNumber", { params }, "owner");
    expect(removed).toMatchObject({ status: 409, body: { message: expect.stringContaining("Payday") } });
    const body = { prefix: "2547", queue: "Sales", modes: ["inbound"] };
    expect((await stage.ask("updateNumber", { params, body }, "owner")).body.errors).toHaveProperty("modes");
    await move(id, "stop");
    const stillOpen = "update voice.robocalls set state = 'stopped' where state in ('draft', 'running', 'paused')";
    await stage.rows(stillOpen);
    expect((await stage.ask("updateNumber", { params, body }, "owner")).status).toBe(201);
    await stage.ask("updateNumber", { params, body: { ...body, modes: ["inbound", "outbound"] } }, "owner");
  });

  it("calls a busy phone again after the pause, and no more often than it says", async () => {
    const phones = exchange();
    const id = await compose([first]);
    await move(id, "start");
    await turn(id);
    await vi.waitFor(() => expect(phones.dialled).toHaveLength(1), soon);
    phones.phone(first, "busy");
    await state(id, first, { state: "waiting", result: "busy", attempts: 1 });
    await turn(id);
    expect(phones.dialled).toHaveLength(1);
    stage.pass(15 * 60);
    await turn(id);
    await vi.waitFor(() => expect(phones.dialled).toHaveLength(2), soon);
    phones.phone(first, "no_answer");
    await state(id, first, { state: "not_reached", attempts: 2 });
    await turn(id);
    expect(await detail(id)).toMatchObject({ state: "finished", settledCents: 0 });
  });

  it("does not call again what a process that died was calling", async () => {
    const phones = exchange();
    const id = await compose([first]);
    await move(id, "start");
    await turn(id);
    await vi.waitFor(() => expect(phones.dialled).toHaveLength(1), soon);
    stage.pass(91);
    await turn(id);
    expect(await target(id, first)).toMatchObject({ state: "unknown", attempts: 1 });
    expect(await detail(id)).toMatchObject({ state: "finished", settled: true });
    expect(phones.dialled).toHaveLength(1);
  });

  it("leaves out who asked for no more, before it is composed and while it runs", async () => {
    const phones = exchange();
    stage.others.messaging.out = [first];
    const id = await compose([first, second, "+447700900123"]);
    expect((await detail(id)).counts).toMatchObject({ left_out: 2, waiting: 1 });
    await move(id, "start");
    stage.others.messaging.out = [first, second];
    await turn(id);
    expect(await target(id, second)).toMatchObject({ state: "left_out", result: "opted_out", attempts: 0 });
    expect(phones.dialled).toEqual([]);
    stage.others.messaging.out = [];
    expect(await detail(id)).toMatchObject({ state: "finished" });
  });

  it("calls in its hours alone, and not while it is paused or after it was stopped", async () => {
    const phones = exchange();
    // It is past eleven in Nairobi.
    const closed = await compose([first], { call_from: "08:00", call_until: "09:00" });
    await move(closed, "start");
    await turn(closed);
    const id = await compose([first, second]);
    await move(id, "start");
    await move(id, "pause");
    await turn(id);
    expect(phones.dialled).toEqual([]);
    await move(id, "resume");
    await move(id, "stop");
    await turn(id);
    expect(await detail(id)).toMatchObject({ state: "stopped", settled: true, settledCents: 0 });
    expect((await detail(id)).counts).toMatchObject({ stopped: 2 });
    expect(phones.dialled).toEqual([]);
    expect((await move(id, "resume")).status).toBe(409);
    await move(closed, "stop");
    await turn(closed);
  });

  it("hangs up on an answering machine, calls it again, and names it as its own state at last", async () => {
    const phones = exchange();
    const id = await compose([first, second], { on_machine: "hang_up" });
    expect(await detail(id)).toMatchObject({ onMachine: "hang_up" });
    await move(id, "start");
    await turn(id);
    await vi.waitFor(() => expect(phones.dialled).toHaveLength(2), soon);
    phones.phone(first, "answered", "machine");
    await state(id, first, { state: "waiting", result: "machine", attempts: 1, seconds: 0, costCents: 0 });
    // Who may be a person is one.
    phones.phone(second, "answered", "unknown");
    await phones.hears(second);
    phones.press(second, "1");
    await state(id, second, { state: "answered", key: "1" });
    stage.pass(15 * 60);
    await turn(id);
    await vi.waitFor(() => expect(phones.dialled).toHaveLength(3), soon);
    phones.phone(first, "answered", "machine");
    await state(id, first, { state: "machine", result: "machine", attempts: 2, costCents: 0 });
    await turn(id);
    expect(await detail(id)).toMatchObject({ state: "finished", answered: 1, settledCents: 150 });
    expect((await detail(id)).counts).toMatchObject({ answered: 1, machine: 1, not_reached: 0 });
    const asked = await stage.ask("robocallTargets", { params: { id }, query: { state: "machine" } }, "owner");
    expect(asked.body.data).toMatchObject([{ phoneNumber: first, result: "machine" }]);
  });

  it("leaves the message on a machine without waiting for a key, and tries again where the machine cuts it off", async () => {
    const phones = exchange();
    const id = await compose([first, second], { on_machine: "leave_message" });
    await move(id, "start");
    await turn(id);
    await vi.waitFor(() => expect(phones.dialled).toHaveLength(2), soon);
    expect(phones.dialled.map(({ onMachine }) => onMachine)).toEqual(["leave_message", "leave_message"]);
    phones.phone(first, "answered", "machine");
    await phones.hears(first);
    stage.pass(12);
    phones.heard(first);
    await state(id, first, { state: "machine", result: "message_left", seconds: 12, key: "", costCents: 150 });
    phones.phone(second, "answered", "machine");
    await phones.hears(second);
    phones.gone(second);
    await state(id, second, { state: "waiting", result: "machine", attempts: 1, costCents: 0 });
    await move(id, "stop");
    await turn(id);
    expect(await detail(id)).toMatchObject({ state: "stopped", settledCents: 150, answered: 0 });
  });

  it("counts a machine as a person where nothing else was chosen, and is not composed otherwise without detection", async () => {
    const phones = exchange();
    const id = await compose([first]);
    await move(id, "start");
    await turn(id);
    await vi.waitFor(() => expect(phones.dialled).toHaveLength(1), soon);
    phones.phone(first, "answered", "machine");
    await phones.hears(first);
    phones.gone(first);
    await state(id, first, { state: "answered" });
    await turn(id);
    stage.exchange.detectsMachines = false;
    const { status, body } = await stage.ask("addRobocall", { body: form({ on_machine: "hang_up" }) }, "owner");
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["on_machine"]]);
    stage.exchange.detectsMachines = true;
  });

  it("is not started without the money, nor without an exchange", async () => {
    exchange();
    const id = await compose([first]);
    stage.others.billing.balance = 100;
    expect(await move(id, "start")).toMatchObject({ status: 422, body: { message: "The balance is too low." } });
    stage.others.billing.balance = 1_000_000;
    Object.assign(stage.exchange, { driver: undefined, isSet: false });
    expect((await move(id, "start")).status).toBe(422);
    expect(await detail(id)).toMatchObject({ state: "draft" });
    await move(id, "stop");
    await turn(id);
    expect(await detail(id)).toMatchObject({ state: "stopped", settled: true });
  });

  it("says what is wrong with a form", async () => {
    const twice = { key: "1", label: "Yes", action: "answer" };
    stage.others.messaging.people = [{ msisdn: first, name: "" }];
    for (const [more, field] of [
      [{ group_id: 2 }, "group_id"],
      [{ sound_id: 999 }, "sound_id"],
      [{ number_id: 999 }, "number_id"],
      [{ call_from: "19:00", call_until: "08:00" }, "call_until"],
      [{ call_from: "08:00", call_until: "08:00" }, "call_until"],
      [{ keys: [twice, twice] }, "keys"],
    ] as const) {
      const { status, body } = await stage.ask("addRobocall", { body: form(more) }, "owner");
      expect([field, status, Object.keys(body.errors ?? {})]).toEqual([field, 422, [field]]);
    }
  });
});
