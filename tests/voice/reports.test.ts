import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallFigures, type CallSums, callFigures, noSums } from "../../rules/voice-metrics";
import { fillCentre, ourNumber, type VoiceStage, voiceStage } from "./fixture";

describe("figures from sums", () => {
  it("are nothing where there is nothing to count, never 0 % or NaN", () => {
    const { offered, ...figures } = callFigures(noSums);
    expect(offered).toBe(0);
    expect(Object.values(figures).every((figure) => figure === null)).toBe(true);
  });

  it("follow the printed definitions", () => {
    const sums: CallSums = {
      ...{
        answered: 8,
        answeredInTime: 6,
        waited: 120,
        longestWait: 50,
        abandoned: 2,
        abandonedEarly: 3,
        abandonedLate: 1,
      },
      ...{ handled: 10, talked: 1_000, held: 100, wrapped: 200, rung: 9, ringNoAnswer: 1, attempts: 4, connects: 2 },
      staffed: 2_400,
      ...{ menuAbandoned: 7, overflowed: 5, voicemails: 3, pickedUp: 40, dropped: 1, machines: 4 },
    };
    expect(callFigures(sums)).toEqual({
      ...{
        offered: 10,
        serviceLevel: (100 * 6) / 9,
        averageSpeedOfAnswer: 15,
        abandonment: 20,
        averageHandleTime: 120,
      },
      ...{ averageTalkTime: 90, averageHoldTime: 10, averageWrapTime: 20, occupancy: 50 },
      ...{ ringNoAnswer: 100 / 9, connected: 50, dropShare: 2.5 },
    } satisfies CallFigures);
  });
});

let stage: VoiceStage;
type Body = { total: CallSums; rows: { key: string; label: string; sums: CallSums }[] };
const figures = async (query: object = {}) =>
  (await stage.ask("figures", { query }, "supervisor")).body as never as Body;

beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
  await stage.ask("saveCallSettings", { body: { ...(await settings()), require_disposition: false } }, "owner");
  await stage.ask("agentAction", { body: { action: "login" } });
  await wait("w1", 10, true);
  await wait("w2", 40, true);
  await wait("w3", 30, false);
  await wait("w4", 3, false);
});
afterAll(() => stage.close());

async function settings() {
  return (await stage.ask("callSettings", {}, "owner")).body;
}

/** A customer waits for so long, then is answered for 60 s (10 of them on hold) with 20 s of wrap-up, or gives up. */
async function wait(reference: string, seconds: number, answered: boolean): Promise<void> {
  await stage.pbx.enqueue({ number: ourNumber, from: "+254711000111", reference });
  stage.pass(seconds);
  if (!answered) return stage.pbx.abandon({ number: ourNumber, reference });
  await stage.ring(`leg-${reference}`, { queueReference: reference });
  await stage.patch(`leg-${reference}`, "inProgress");
  stage.pass(60);
  await stage.patch(`leg-${reference}`, "terminated", { callDuration: 60, holdDuration: 10 });
  stage.pass(20);
  await stage.ask("setDisposition", { body: { reference: `leg-${reference}`, disposition_id: 1, item_id: 1 } });
}

describe("figures of a span", () => {
  it("are counted from the calls themselves", async () => {
    const { total } = await figures();
    expect(total).toMatchObject({
      ...{
        answered: 2,
        answeredInTime: 1,
        waited: 50,
        longestWait: 40,
        abandoned: 1,
        abandonedEarly: 1,
        abandonedLate: 1,
      },
      ...{ handled: 2, talked: 120, held: 20, wrapped: 40, rung: 2, ringNoAnswer: 0, staffed: 243 },
    });
    expect(callFigures(total).serviceLevel).toBeCloseTo(100 / 3);
  });

  it("add up however they are taken apart", async () => {
    const { total } = await figures();
    for (const by of ["day", "interval", "hour", "queue", "number"]) {
      const { rows } = await figures({ by });
      expect(rows.reduce((sum, row) => sum + row.sums.answered, 0)).toBe(total.answered);
      expect(rows.reduce((sum, row) => sum + row.sums.talked, 0)).toBe(total.talked);
    }
    expect((await figures({ by: "queue" })).rows.map(({ label }) => label)).toEqual(["Sales"]);
    expect((await figures({ by: "agent" })).rows).toMatchObject([
      { label: "Kevin Kiptoo", sums: { handled: 2, staffed: 243 } },
    ]);
  });

  it("open the very calls that they count", async () => {
    const total = async (outcome: string) =>
      (await stage.ask("waitingCalls", { query: { outcome } }, "supervisor")).body.total;
    expect(await total("answered")).toBe(2);
    expect(await total("in_time")).toBe(1);
    expect(await total("late")).toBe(1);
    expect(await total("abandoned")).toBe(1);
    expect(await total("abandoned_early")).toBe(1);
    const handled = await stage.ask("callRecords", { query: { handled: "1", at: "11" } }, "supervisor");
    expect(handled.body.total).toBe(2);
    const none = await stage.ask("callRecords", { query: { from: "2026-11-24", to: "2026-11-24" } }, "supervisor");
    expect(none.body.total).toBe(0);
  });

  it("are for who may see them, and of one account", async () => {
    expect((await stage.ask("figures")).status).toBe(403);
    expect(((await stage.ask("figures", {}, "other")).body as never as Body).total).toEqual(noSums);
  });

  it("tell of one call what happened in it, in order", async () => {
    const { data } = (await stage.ask("callRecords", {}, "supervisor")).body as never as { data: { id: number }[] };
    const one = await stage.ask("callRecord", { params: { id: data[0]?.id } }, "supervisor");
    const { events } = one.body as never as { events: { status: string }[] };
    expect(events.map(({ status }) => status)).toEqual(["Ringing", "Accepted", "Complete"]);
    expect((await stage.ask("callRecord", { params: { id: data[0]?.id } }, "other")).status).toBe(404);
  });
});

describe("the monitor", () => {
  it("shows who waits, what each agent does and the figures of today by queue", async () => {
    await stage.pbx.enqueue({ number: ourNumber, from: "+254722000001", reference: "w9" });
    await stage.ring("live", { queueReference: "w9" });
    await stage.patch("live", "inProgress");
    await stage.patch("live", "onHold");
    stage.pass(7);
    await stage.pbx.enqueue({ number: ourNumber, from: "+254722000002", reference: "w10" });
    const body = (await stage.ask("monitor", {}, "supervisor")).body as never as {
      waiting: { phoneNumber: string }[];
      agents: { name: string; activity: string; detail: string }[];
      queues: { label: string; waiting: number; sums: CallSums }[];
      today: CallSums;
    };
    expect(body.waiting.map(({ phoneNumber }) => phoneNumber)).toEqual(["+254722000002"]);
    expect(body.agents).toMatchObject([
      { name: "Kevin Kiptoo", activity: "holding", detail: "+254711000111" },
      { name: "Otieno Ouma", activity: "logged_out" },
    ]);
    expect(body.queues).toMatchObject([{ label: "Sales", waiting: 1 }]);
    expect(body.today.answered).toBe(3);
    await stage.patch("live", "terminated");
  });
});
