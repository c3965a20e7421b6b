import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callStates } from "../../rules/voice";
import { fillCentre, ourNumber, type VoiceStage, voiceStage } from "./fixture";

let stage: VoiceStage;
let next = 0;
let reference: string;
beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
});
afterAll(() => stage.close());
beforeEach(() => {
  reference = `call-${next++}`;
});

describe("the log of incoming calls", () => {
  it("writes a call once, however often it is told, with the number as E.164 and the queue of the number called", async () => {
    const first = await stage.ring(reference);
    const again = await stage.ring(reference);
    expect(again.id).toBe(first.id);
    expect(first).toMatchObject({ phoneNumber: "+254711000111", status: "Ringing", type: "inbound", queue: "Sales" });
    expect(first.ourNumber).toBe(ourNumber);
    const [{ count } = { count: 0 }] = await stage.rows<{ count: number }>(
      `select count(*) from voice.call_events where call_id = ${first.id}`,
    );
    expect(count).toBe(1);
  });

  it("is Complete with its times when it was answered, and the phone's own measure counts", async () => {
    await stage.ring(reference);
    stage.pass(4);
    expect(await stage.patch(reference, "inProgress")).toMatchObject({ status: "Accepted", ringDuration: 4 });
    stage.pass(30);
    expect(await stage.patch(reference, "onHold")).toMatchObject({ status: "Accepted", state: "onHold" });
    stage.pass(6);
    const ended = await stage.patch(reference, "terminated", { callDuration: 36, holdDuration: 6 });
    expect(ended).toMatchObject({ status: "Complete", callDuration: 36, holdDuration: 6, ringDuration: 4 });
    expect(ended.endedAt).not.toBeNull();
  });

  it("is Missed after exactly 10 s of ringing, RingNoAnswer after more, Rejected when it was declined", async () => {
    await stage.ring(`${reference}-a`);
    await stage.ring(`${reference}-b`);
    await stage.ring(`${reference}-c`);
    expect((await stage.patch(`${reference}-a`, "terminated", { ringDuration: 10 })).status).toBe("Missed");
    expect((await stage.patch(`${reference}-b`, "terminated", { ringDuration: 11 })).status).toBe("RingNoAnswer");
    expect((await stage.patch(`${reference}-c`, "rejected")).status).toBe("Rejected");
  });

  it("logs a second call that was refused at once as Rejected", async () => {
    expect(await stage.ring(reference, { status: "Rejected" })).toMatchObject({
      status: "Rejected",
      state: "rejected",
    });
  });

  it("has one end however its events race, and later ones change nothing", async () => {
    const random = randomFrom(7);
    for (let round = 0; round < 12; round++) {
      const name = `${reference}-${round}`;
      await stage.ring(name);
      const states = Array.from({ length: 8 }, () => callStates[Math.floor(random() * callStates.length)] ?? "idle");
      await Promise.all([...states, "terminated", "rejected"].map((state) => stage.patch(name, state)));
      const [call] = await stage.rows<{ status: string; ends: number }>(
        `select c.status, (select count(*) from (select status, lag(status) over (order by id) before from voice.call_events
          where call_id = c.id) e where e.status in ('Rejected','Missed','Complete','Failed','RingNoAnswer')
          and e.before not in ('Rejected','Missed','Complete','Failed','RingNoAnswer'))::int as ends
         from voice.calls c where reference = '${name}'`,
      );
      expect(call?.ends).toBe(1);
      expect((await stage.patch(name, "inProgress")).status).toBe(call?.status);
    }
  });

  it("has a landline as E.164, as the exchange tells it and as people write it", async () => {
    expect(await stage.ring(`${reference}-a`, { phoneNumber: "254202345678" })).toMatchObject({
      phoneNumber: "+254202345678",
    });
    expect(await stage.ring(`${reference}-b`, { phoneNumber: "+254 20 234 5678" })).toMatchObject({
      phoneNumber: "+254202345678",
    });
  });

  it("knows a call only to its agent, and another agent's reference is refused", async () => {
    await stage.ring(reference);
    const body = { type: "inbound", reference, state: "terminated" };
    expect((await stage.ask("updateCall", { body }, "otieno")).status).toBe(404);
    expect((await stage.ask("updateCall", { body }, "other")).status).toBe(404);
    const form = { reference, callId: "x", phoneNumber: "0711000111", status: "Ringing", type: "inbound" };
    expect((await stage.ask("logCall", { body: form }, "otieno")).status).toBe(409);
    await stage.patch(reference, "terminated");
  });
});

describe("calls that go out", () => {
  const caller = { phone: "0711 222 333", name: "Amina" };
  /** Whoever has a call without its disposition calls nobody. */
  beforeEach(() => stage.rows("update voice.calls set disposed_at = now()"));

  it("are written before they are dialled, once for a reference, without a plus for the PBX", async () => {
    const body = { caller, prefix: "2547", reference };
    const made = await stage.ask("initiateCall", { body });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ dial: "254711222333", data: { status: "Trying", type: "outbound", reference } });
    const again = await stage.ask("initiateCall", { body });
    expect((again.body.data as { id: number }).id).toBe((made.body.data as { id: number }).id);
    expect((await stage.patch(reference, "terminated", { type: "outbound" })).status).toBe("Failed");
  });

  it("that nobody answered are never wrapped up, however long ago they were", async () => {
    await stage.ask("initiateCall", { body: { caller, prefix: "2547", reference } });
    await stage.patch(reference, "terminated", { type: "outbound" });
    stage.pass(3_600);
    const { body } = await stage.ask("callRecords", { query: {} }, "supervisor");
    const found = (body.data as { reference: string; wrapDuration: number }[]).find(
      (one) => one.reference === reference,
    );
    expect(found).toMatchObject({ status: "Failed", wrapDuration: 0 });
  });

  it("are refused with 403 without the permission, from a number that is not ours, to who is on the do-not-call list", async () => {
    expect((await stage.ask("initiateCall", { body: { caller, prefix: "2547" } }, "supervisor")).status).toBe(403);
    expect((await stage.ask("initiateCall", { body: { caller, prefix: "999" } })).status).toBe(403);
    const { blacklist } = stage.others.messaging;
    stage.others.messaging.blacklist = async () =>
      ({ status: 200, body: { data: [{ msisdn: "+254711222333" }] } }) as never;
    const refused = await stage.ask("initiateCall", { body: { caller, prefix: "2547" } });
    stage.others.messaging.blacklist = blacklist;
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain("do-not-call");
  });

  it.each([
    ["020 234 5678", "254202345678"],
    ["0800 720 720", "254800720720"],
  ])("go to landlines and freephone numbers, as the dialler takes them: %s", async (phone, dial) => {
    const answer = await stage.ask("initiateCall", { body: { caller: { phone, name: "" }, prefix: "2547" } });
    expect(answer.body).toMatchObject({ dial, data: { phoneNumber: `+${dial}` } });
  });

  it("need a Kenyan number", async () => {
    const answer = await stage.ask("initiateCall", { body: { caller: { phone: "+447700900123" }, prefix: "2547" } });
    expect(answer.status).toBe(422);
  });

  it("wait for the disposition of the last call, where the account asks for one", async () => {
    await stage.ring(reference);
    await stage.patch(reference, "inProgress");
    await stage.patch(reference, "terminated", { callDuration: 5 });
    const refused = await stage.ask("initiateCall", { body: { caller, prefix: "2547" } });
    expect(refused.status).toBe(409);
    const body = { reference, disposition_id: 1, item_id: 1, note: "Wants two cookers." };
    const disposed = await stage.ask("setDisposition", { body });
    expect(disposed.body.data).toMatchObject({
      disposition: "Resolved: Question answered",
      note: "Wants two cookers.",
    });
    expect((await stage.ask("initiateCall", { body: { caller, prefix: "2547" } })).status).toBe(201);
  });

  it("wait for no disposition where the account has none to choose", async () => {
    await stage.ring(reference);
    await stage.patch(reference, "inProgress");
    await stage.patch(reference, "terminated", { callDuration: 5 });
    const call = { caller, prefix: "2547" };
    expect((await stage.ask("initiateCall", { body: call })).status).toBe(409);
    await stage.rows("update voice.disposition_types set deleted_at = now()");
    expect((await stage.ask("agentStatus")).body.data).toMatchObject({ undisposed: null });
    expect((await stage.ask("initiateCall", { body: call })).status).toBe(201);
    await stage.rows("update voice.disposition_types set deleted_at = null");
  });
});

describe("what was said of a call", () => {
  const dispositions = async (id: number, token: "kevin" | "otieno" | "owner" | "other" | "nobody" = "kevin") =>
    stage.ask("callDispositions", { params: { id } }, token);

  it("is nothing until it is set, then the newest first with who said it, and its agent's and the supervisor's to read", async () => {
    const { id } = await stage.ring(reference, { phoneNumber: "0722 555 444" });
    await stage.patch(reference, "inProgress");
    await stage.patch(reference, "terminated", { callDuration: 5 });
    expect((await dispositions(id)).body.data).toEqual([]);
    const said = { reference, disposition_id: 1, item_id: 1, note: "Wants two cookers." };
    await stage.ask("setDisposition", { body: said });
    await stage.ask("setDisposition", { body: { ...said, item_id: 2, note: "Wants three." } }, "owner");
    const { status, body } = await dispositions(id);
    expect(status).toBe(200);
    expect(body.data).toEqual([
      expect.objectContaining({ dispositionId: 1, dispositionItemId: 2, note: "Wants three." }),
      expect.objectContaining({
        ...{ disposition: "Resolved: Question answered", note: "Wants two cookers.", disposedBy: "Kevin Kiptoo" },
      }),
    ]);
    expect((await dispositions(id, "owner")).body.data).toEqual(body.data);
    expect((await dispositions(id, "otieno")).status).toBe(404);
    expect((await dispositions(id, "other")).status).toBe(404);
    expect((await dispositions(id, "nobody")).status).toBe(403);
    await stage.ask("erasePerson", { body: { msisdn: "+254722555444", email: null } }, "service");
    const notes = (await dispositions(id)).body.data as { note: string }[];
    expect(notes.map(({ note }) => note)).toEqual(["", ""]);
  });
});

describe("lists of calls", () => {
  it("show an agent their own and a supervisor everybody's, and find a number as it is typed", async () => {
    await stage.ring(reference, { phoneNumber: "0722 333 444" }, "otieno");
    await stage.patch(reference, "terminated", {}, "otieno");
    const found = async (token: "kevin" | "supervisor") =>
      (await stage.ask("recentCalls", { query: { phone_number: "0722333" } }, token)).body.data as unknown[];
    expect(await found("kevin")).toHaveLength(0);
    expect(await found("supervisor")).toHaveLength(1);
    expect(await stage.ask("recentCalls", {}, "other").then(({ body }) => body.data)).toEqual([]);
  });
});

describe("calls of which nothing is heard any more", () => {
  it("end when their agent logs in anew, as they were last heard of", async () => {
    await stage.ring(reference, {}, "otieno");
    await stage.patch(reference, "inProgress", {}, "otieno");
    stage.pass(20);
    await stage.patch(reference, "onHold", {}, "otieno");
    stage.pass(600);
    await stage.ask("agentAction", { body: { action: "login" } }, "otieno");
    const [call] = await stage.rows<{ status: string; talk_seconds: number }>(
      `select status, talk_seconds from voice.calls where reference = '${reference}'`,
    );
    expect(call).toEqual({ status: "Complete", talk_seconds: 20 });
  });
});

/** The same numbers every time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
