import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillCentre, type VoiceStage, voiceStage } from "./fixture";

let stage: VoiceStage;
beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
  stage.others.identity.allMembers = async () =>
    ({ status: 200, body: { data: [{ id: "7", name: "Mercy Nduku", email: "sales@savanna.test" }] } }) as never;
});
afterAll(() => stage.close());

describe("becoming a voice agent", () => {
  it("is asked for, approved by who may, and gives the next free extension with a password", async () => {
    const asked = await stage.ask("requestAgent", { body: { user_id: "7", phone: "0712 000 118" } }, "owner");
    expect(asked.body).toMatchObject({ name: "Mercy Nduku", phone: "+254712000118", state: "pending" });
    expect((await stage.ask("requestAgent", { body: { user_id: "7" } }, "owner")).status).toBe(422);
    const params = { id: asked.body.id };
    // Not public: an owner needs the permission by name (R044).
    expect((await stage.ask("decideAgent", { params, body: { approve: true } }, "owner")).status).toBe(403);
    const decided = await stage.ask("decideAgent", { params, body: { approve: true } }, "approver");
    expect(decided.body).toMatchObject({ state: "approved", exten: "1003" });
    expect((await stage.ask("decideAgent", { params, body: { approve: false } }, "approver")).status).toBe(409);
    expect(await stage.pbx.findPassword("1003")).toMatch(/^[\w-]{20,}$/);
    expect((await stage.ask("removeAgent", { params }, "owner")).status).toBe(201);
    expect(await stage.pbx.findPassword("1003")).toBeUndefined();
  });

  it("takes no extension that somebody has", async () => {
    const asked = await stage.ask("requestAgent", { body: { user_id: "7", exten: "1001" } }, "owner");
    const answer = await stage.ask(
      "decideAgent",
      { params: { id: asked.body.id }, body: { approve: true } },
      "approver",
    );
    expect(answer.body.errors).toHaveProperty("exten");
  });

  it("is for people of the account", async () => {
    expect((await stage.ask("requestAgent", { body: { user_id: "99" } }, "owner")).status).toBe(422);
  });
});

describe("a supervisor", () => {
  it("logs an agent out, which is in their stretch of time", async () => {
    await stage.ask("agentAction", { body: { action: "login" } });
    expect((await stage.ask("logOutAgent", { params: { user_id: "2" } }, "supervisor")).status).toBe(201);
    expect((await stage.ask("agentStatus")).body.data).toMatchObject({ label: "Logged Out" });
    expect(await stage.rows("select ended_by from voice.agent_periods order by id desc limit 1")).toEqual([
      { ended_by: "Fatuma Abdalla" },
    ]);
    expect((await stage.ask("logOutAgent", { params: { user_id: "99" } }, "supervisor")).status).toBe(404);
  });
});

describe("numbers and settings", () => {
  it("adds a number once for all accounts, changes what it is for and removes it", async () => {
    const form = { phone_number: "0709 000 300", prefix: "2548", queue: "Support", modes: ["inbound"] };
    const body = { ...form, phone_number: "+254709000300" };
    const made = await stage.ask("addNumber", { body }, "owner");
    expect(made.body).toMatchObject({ phoneNumber: "+254709000300", queue: "Support", modes: ["inbound"] });
    expect((await stage.ask("addNumber", { body }, "other")).body.errors).toHaveProperty("phone_number");
    const params = { id: made.body.id };
    const { phone_number: _, ...rest } = body;
    const changed = await stage.ask("updateNumber", { params, body: { ...rest, queue: "Repairs" } }, "owner");
    expect(changed.body).toMatchObject({ queue: "Repairs" });
    expect((await stage.ask("updateNumber", { params, body: rest }, "other")).status).toBe(404);
    expect((await stage.ask("removeNumber", { params }, "owner")).status).toBe(201);
    expect((await stage.ask("addNumber", { body }, "other")).status).toBe(201);
  });

  it("asks for a prefix of its own of each number that calls out", async () => {
    const form = { phone_number: "+254709000400", prefix: "", queue: "", modes: ["inbound", "outbound"] };
    const refused = await stage.ask("addNumber", { body: form }, "owner");
    expect(refused.body.errors?.prefix?.[0]).toContain("Enter a prefix.");
    const taken = await stage.ask("addNumber", { body: { ...form, prefix: "2547" } }, "owner");
    expect(taken.body.errors?.prefix?.[0]).toContain("Another of your numbers has this prefix.");
    const made = await stage.ask("addNumber", { body: { ...form, modes: ["inbound"] } }, "owner");
    expect(made.status).toBe(201);
    const params = { id: made.body.id };
    const { phone_number: _, ...rest } = form;
    expect((await stage.ask("updateNumber", { params, body: rest }, "owner")).body.errors).toHaveProperty("prefix");
    for (let twice = 0; twice < 2; twice++)
      expect((await stage.ask("updateNumber", { params, body: { ...rest, prefix: "2546" } }, "owner")).status).toBe(
        201,
      );
  });

  it("says in words what a number is to be", async () => {
    const { body } = await stage.ask("callSettings", {}, "owner");
    const typed = { ...body, wrap_up_seconds: "1.5", target_seconds: "soon", recording_days: "-4" };
    const { errors } = (await stage.ask("saveCallSettings", { body: typed }, "owner")).body;
    expect(errors).toEqual({
      wrap_up_seconds: ["Enter a whole number."],
      target_seconds: ["Enter a whole number."],
      recording_days: ["At least 1 day."],
    });
  });

  it("refuses a zone that there is none of", async () => {
    const { body } = await stage.ask("callSettings", {}, "owner");
    const answer = await stage.ask("saveCallSettings", { body: { ...body, time_zone: "Africa/Nowhere" } }, "owner");
    expect(answer.body.errors).toHaveProperty("time_zone");
  });
});

describe("dispositions", () => {
  it("are added, changed and removed; calls that have one keep its name", async () => {
    const types = async () =>
      (await stage.ask("dispositionTypes")).body.data as { id: number; name: string; items: { title: string }[] }[];
    await stage.ask("saveDispositionType", { body: { name: "Complaint", items: ["Late", "Broken"] } }, "owner");
    const made = (await types()).find(({ name }) => name === "Complaint");
    expect(made?.items.map(({ title }) => title)).toEqual(["Late", "Broken"]);
    const again = await stage.ask("saveDispositionType", { body: { name: "complaint" } }, "owner");
    expect(again.body.errors).toHaveProperty("name");
    await stage.ask("saveDispositionType", { body: { id: made?.id, name: "Complaints", items: ["Broken"] } }, "owner");
    expect((await types()).find(({ id }) => id === made?.id)?.items).toHaveLength(1);
    expect((await stage.ask("removeDispositionType", { params: { id: made?.id } }, "owner")).status).toBe(201);
    expect((await types()).some(({ id }) => id === made?.id)).toBe(false);
    expect((await stage.ask("saveDispositionType", { body: { name: "X" } })).status).toBe(403);
  });
});
