import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { VoiceAgentStatus } from "../../services/voice/contract.schemas";
import { fillCentre, ourNumber, type Token, type VoiceStage, voiceStage } from "./fixture";

let stage: VoiceStage;
beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
});
afterAll(() => stage.close());

const status = async (token: Token = "kevin") =>
  (await stage.ask("agentStatus", {}, token)).body.data as VoiceAgentStatus;
const act = (action: "login" | "logout", token: Token = "kevin") =>
  stage.ask("agentAction", { body: { action } }, token);
const manage = (action: string, actionId: number) => stage.ask("manageBreak", { body: { action, actionId } });

describe("an agent's phone", () => {
  it("signs in with the extension, its password and the PBX; STUN servers are JSON text", async () => {
    const { status, body } = await stage.ask("sso");
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ exten: "1001", password: "password-1001", name: "Kevin Kiptoo" },
      pbx_server: { wss_url: "wss://pbx.test/ws", stun_servers: '[{"urls":"stun:stun.pbx.test:3478"}]' },
    });
    expect(await stage.rows(`select 1 from voice.extensions where secret::text like '%password%'`)).toEqual([]);
  });

  it("has none without an extension, and is closed without a permission or the product", async () => {
    expect((await stage.ask("sso", {}, "owner")).status).toBe(404);
    for (const token of ["nobody", "unsold", "supervisor"] as const)
      expect((await stage.ask("sso", {}, token)).status).toBe(403);
  });

  it("says what one may do with it, and which numbers there are", async () => {
    const slugs = async (token: Token) => (await stage.ask("voiceProducts", {}, token)).body.data;
    expect(await slugs("kevin")).toEqual([{ slug: "inbound-calls" }, { slug: "outbound-calls" }]);
    expect(await slugs("nobody")).toEqual([{ slug: "call-center" }]);
    expect(await slugs("other")).toEqual([]);
    expect((await stage.ask("phoneNumbers")).body.data).toMatchObject([
      { phoneNumber: ourNumber, prefix: "2547", modes: ["inbound", "outbound"] },
    ]);
  });
});

describe("an agent's status", () => {
  beforeEach(async () => {
    await act("logout");
    await stage.rows("update voice.calls set disposed_at = now()");
  });

  it("is Logged Out at first, Logged In after login, On Break after a pause, and back after unpause", async () => {
    expect(await status()).toMatchObject({ login: false, break: null, label: "Logged Out" });
    expect((await act("login")).body.message).toBe("Status updated successfully!");
    expect(await status()).toMatchObject({ login: true, label: "Logged In", exten: "1001" });
    stage.pass(60);
    await manage("pause", 4);
    expect(await status()).toMatchObject({ login: true, label: "On Break", break: { action_id: 4, state: "Lunch" } });
    stage.pass(600);
    await manage("unpause", 4);
    expect(await status()).toMatchObject({ label: "Logged In", break: null });
    expect((await manage("unpause", 4)).status).toBe(409);
  });

  it("leaves stretches of time that follow each other without a gap or an overlap", async () => {
    await act("login");
    stage.pass(60);
    await manage("pause", 3);
    stage.pass(30);
    await manage("unpause", 3);
    stage.pass(10);
    await act("logout");
    const periods = await stage.rows<{ state: string; started_at: Date; ended_at: Date }>(
      "select state, started_at, ended_at from voice.agent_periods order by id desc limit 3",
    );
    expect(periods.map(({ state }) => state)).toEqual(["logged_in", "on_break", "logged_in"]);
    expect(periods[0]?.started_at).toEqual(periods[1]?.ended_at);
    expect(periods[1]?.started_at).toEqual(periods[2]?.ended_at);
  });

  it("keeps a break that was asked for during a call until the call ends", async () => {
    await act("login");
    await stage.ring("during");
    await stage.patch("during", "inProgress");
    const asked = await manage("pause", 4);
    expect(asked.body.pending).toBe(true);
    expect(await status()).toMatchObject({ label: "Logged In", pending: { action_id: 4 } });
    await stage.patch("during", "terminated", { callDuration: 3 });
    expect(await status()).toMatchObject({ label: "On Break", break: { state: "Lunch" }, pending: null });
  });

  it("needs an extension of one's own to log in", async () => {
    expect((await stage.ask("agentAction", { body: { action: "login", extension: "1002" } })).status).toBe(422);
    expect((await act("login", "owner")).status).toBe(422);
  });

  it("is seen by a supervisor of the account and by nobody else", async () => {
    await act("login");
    const params = { account: "100001", group: "all" };
    const { data } = (await stage.ask("loggedInAgents", { params }, "supervisor")).body as never as {
      data: { name: string; logged_in: boolean }[];
    };
    expect(data.find(({ name }) => name === "Kevin Kiptoo")?.logged_in).toBe(true);
    expect((await stage.ask("loggedInAgents", { params })).status).toBe(403);
    expect((await stage.ask("agentBreaks", { params }, "other")).body.data).toEqual([]);
  });
});

describe("whom the PBX rings", () => {
  /** Extensions in the order in which they would be rung now. */
  async function available(): Promise<string[]> {
    const found: string[] = [];
    const call = (at: number) => ({ number: ourNumber, reference: `free-${at}` });
    for (;;) {
      const exten = await stage.pbx.claim(call(found.length), () => true);
      if (!exten) break;
      found.push(exten);
    }
    for (const at of found.keys()) await stage.pbx.release(call(at));
    return found;
  }

  it("is the agent who has been idle for longest: not one who talks, wraps up or owes a disposition", async () => {
    await act("logout");
    await act("logout", "otieno");
    await stage.rows("update voice.calls set disposed_at = now(), wrap_ended_at = now()");
    await act("login");
    stage.pass(5);
    await act("login", "otieno");
    expect(await available()).toEqual(["1001", "1002"]);
    await stage.ring("first");
    expect(await available()).toEqual(["1002"]);
    await stage.patch("first", "inProgress");
    stage.pass(40);
    await stage.patch("first", "terminated", { callDuration: 40 });
    stage.pass(60);
    // The wrap-up is over, the disposition is still to be set.
    expect(await available()).toEqual(["1002"]);
    await stage.ask("setDisposition", { body: { reference: "first", disposition_id: 1, item_id: 1 } });
    expect(await available()).toEqual(["1002", "1001"]);
  });

  it("finds a password by extension, and nothing for an unknown one", async () => {
    expect(await stage.pbx.findPassword("1001")).toBe("password-1001");
    expect(await stage.pbx.findPassword("4711")).toBeUndefined();
  });

  it("ties the customer who waits to the agent who answers", async () => {
    await stage.pbx.enqueue({ number: ourNumber, from: "+254711000111", reference: "w1" });
    stage.pass(12);
    await stage.ring("tied", { queueReference: "w1" });
    await stage.patch("tied", "inProgress");
    const [wait] = await stage.rows<{ waited: number; user_id: string }>(
      "select extract(epoch from answered_at - enqueued_at)::int as waited, user_id from voice.queue_calls where reference = 'w1'",
    );
    expect(wait).toEqual({ waited: 12, user_id: "2" });
    await stage.pbx.enqueue({ number: ourNumber, from: "+254711000112", reference: "w2" });
    await stage.pbx.abandon({ number: ourNumber, reference: "w2" });
    expect(
      await stage.rows("select 1 as one from voice.queue_calls where reference = 'w2' and abandoned_at is not null"),
    ).toHaveLength(1);
    expect(await stage.pbx.enqueue({ number: "+254700000000", from: "+254711000112", reference: "w3" })).toBe(false);
  });
});
