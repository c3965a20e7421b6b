import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Target, TargetGroup } from "../../services/voice/contract.targets";
import { importTask } from "../../services/voice/outbound/import";
import { callBackTask } from "../../services/voice/outbound/jobs";
import { fillCentre, type Token, type VoiceStage, voiceStage } from "./fixture";

let stage: VoiceStage;
beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
  stage.readFiles();
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.clock.now = new Date("2037-11-25T08:00:00Z");
  stage.others.messaging.out = [];
  await stage.rows("update voice.calls set target_id = null; delete from voice.targets; delete from voice.target_rows");
  await stage.rows("delete from voice.target_groups; update voice.settings set require_disposition = false");
  calls = 0;
});

let calls = 0;

function fileOf(text: string, name = "november.csv") {
  const form = new FormData();
  form.set("file", new File([text], name, { type: "text/csv" }));
  const { body, headers } = new Response(form);
  return { body, type: headers.get("content-type") ?? "" };
}

/** Sends a file, and runs its job. */
async function uploaded(text: string, name?: string): Promise<TargetGroup> {
  const sent = await stage.ask("uploadTargets", { query: { template: "calls" }, stream: fileOf(text, name) }, "owner");
  if (sent.status !== 201) throw new Error(JSON.stringify(sent.body));
  const { id } = sent.body as unknown as TargetGroup;
  await stage.tasks[importTask]?.({ account: "100001", group_id: id });
  return (await stage.ask("targetGroup", { params: { id } }, "owner")).body as unknown as TargetGroup;
}

const next = (token: Token = "kevin", group = 0) =>
  stage.ask("assignCall", { params: { id: group }, query: {} }, token);

async function given(token: Token = "kevin"): Promise<Target> {
  const answer = await next(token);
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.body.message}`);
  return answer.body.data;
}

/** Calls the number that an agent has; answers the call's reference. */
async function dial(target: Target, token: Token = "kevin"): Promise<string> {
  const reference = `out-${target.id}-${calls++}-${stage.clock.now.getTime()}`;
  const body = {
    ...{ caller: { phone: target.phoneNumber, name: target.name }, prefix: "2547", reference },
    source: `target/${target.id}`,
  };
  const answer = await stage.ask("initiateCall", { body }, token);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body.message}`);
  return reference;
}

async function end(reference: string, answered: boolean): Promise<void> {
  if (answered) await stage.patch(reference, "inProgress", { type: "outbound" });
  stage.pass(5);
  await stage.patch(reference, "terminated", { type: "outbound", callDuration: answered ? 5 : 0 });
}

const one = async (id: number) =>
  (await stage.rows<Record<string, unknown>>(`select * from voice.targets where id = ${id}`))[0];

describe("a file of numbers to call", () => {
  it("becomes a list with numbers as E.164, and names what is wrong, repeated or not to be called", async () => {
    stage.others.messaging.out = ["+254712000003"];
    const group = await uploaded(
      "Phone,Name,Note,Account number\n0712000001,Amina,Asked for a price,10442\n+254 712 000 002,Brian,,\n0712000001,Amina again,,\n0712000003,Carol,,\nhello,Dan,,\n",
    );
    expect(group).toMatchObject({ name: "november", state: "done", rowsRead: 5, added: 2, repeated: 1, refused: 2 });
    const found = await stage.rows<Record<string, unknown>>("select * from voice.targets order by id");
    expect(found).toMatchObject([
      { phone_number: "+254712000001", name: "Amina", note: "Asked for a price", details: { account_number: "10442" } },
      { phone_number: "+254712000002", name: "Brian", state: "waiting" },
    ]);
    const told = await stage.ask("fileRows", { params: { id: group.id }, query: {} }, "owner");
    expect(
      (told.body.data as { line: number; kind: string; reason: string }[]).map(({ line, kind }) => [line, kind]),
    ).toEqual([
      [4, "repeated"],
      [5, "refused"],
      [6, "refused"],
    ]);
    expect(JSON.stringify(told.body.data)).toContain("on the do-not-call list");
  });

  it("names the list in which a number waits already, and running its job again changes nothing", async () => {
    const first = await uploaded("Phone\n0712000001\n", "first.csv");
    await stage.tasks[importTask]?.({ account: "100001", group_id: first.id });
    const second = await uploaded("Phone\n0712000001\n0712000002\n", "second.csv");
    expect(second).toMatchObject({ added: 1, repeated: 1 });
    const told = await stage.ask("fileRows", { params: { id: second.id }, query: {} }, "owner");
    expect(told.body.data).toMatchObject([{ line: 2, reason: "in the list first already" }]);
    expect(await stage.rows("select 1 from voice.targets")).toHaveLength(2);
  });

  it("is refused without numbers, and by whoever may not upload", async () => {
    const wrong = await stage.ask("uploadTargets", { query: {}, stream: fileOf("Colour\nred\n") }, "owner");
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors?.file?.[0]).toContain("phone numbers");
    expect((await stage.ask("uploadTargets", { query: {}, stream: fileOf("Phone\n0712000001\n") })).status).toBe(403);
  });

  it("is of its account alone", async () => {
    const { id } = await uploaded("Phone\n0712000001\n");
    expect((await stage.ask("targetGroup", { params: { id } }, "other")).status).toBe(404);
    expect((await stage.ask("activateGroup", { body: { id, active: false } }, "other")).status).toBe(404);
  });
});

describe("numbers added by hand", () => {
  it("go into the list of the name, and those that are not taken are named with why", async () => {
    stage.others.messaging.out = ["+254712000009"];
    const targets = ["0712000001", "12", "0712000009", "0712000001"].map((phone) => ({ phone }));
    const params = { account: "100001", group: "Walk-ins" };
    const answer = await stage.ask("addTargets", { params, body: { targets } }, "owner");
    expect(answer.body).toMatchObject({ added: 1, group: { name: "Walk-ins", state: "done", added: 1 } });
    expect(answer.body.refused).toMatchObject([
      { line: 2, reason: "not a Kenyan mobile number" },
      { line: 3, reason: "on the do-not-call list" },
      { line: 4, reason: "in a list already" },
    ]);
  });
});

describe("the next number", () => {
  it("is each agent's own, the same until it is called, and 403 when there is none", async () => {
    expect((await next()).status).toBe(403);
    await uploaded("Phone\n0712000001\n0712000002\n");
    const [a, b] = await Promise.all([given("kevin"), given("otieno")]);
    expect(new Set([a.phoneNumber, b.phoneNumber]).size).toBe(2);
    expect((await given("kevin")).id).toBe(a.id);
  });

  it("is of the list with the highest priority that is neither cancelled nor in the trash", async () => {
    const low = await uploaded("Phone\n0712000001\n", "low.csv");
    const high = await uploaded("Phone\n0712000002\n", "high.csv");
    await stage.ask("changePriority", { body: { id: high.id, priority: 5 } }, "owner");
    expect((await given("kevin")).group).toBe("high");
    await stage.ask("activateGroup", { body: { id: low.id, active: false } }, "owner");
    expect((await next("otieno")).status).toBe(403);
    await stage.ask("activateGroup", { body: { id: low.id, active: true } }, "owner");
    await stage.ask("deleteGroup", { params: { id: low.id } }, "owner");
    expect((await next("otieno")).status).toBe(403);
    await stage.ask("restoreGroup", { params: { id: low.id } }, "owner");
    expect((await given("otieno")).group).toBe("low");
  });

  it("is not given outside the hours of calls, and the answer says when", async () => {
    await uploaded("Phone\n0712000001\n");
    stage.clock.now = new Date("2037-11-25T20:00:00Z");
    const answer = await next();
    expect(answer.status).toBe(403);
    expect(answer.body.message).toContain("Monday to Saturday, 08:00 to 19:00");
  });

  it("passes over a number that went onto the do-not-call list since the upload", async () => {
    await uploaded("Phone\n0712000001\n0712000002\n");
    stage.others.messaging.out = ["+254712000001"];
    expect((await given()).phoneNumber).toBe("+254712000002");
    const trash = await stage.rows<{ result: string }>("select result from voice.targets where state = 'trash'");
    expect(trash).toEqual([{ result: "On the do-not-call list" }]);
  });

  it("of a list that was given to an agent is theirs alone", async () => {
    const { id } = await uploaded("Phone\n0712000001\n");
    const answer = await stage.ask("assignContacts", { body: { group_id: id, user_id: "3" } }, "owner");
    expect(answer.body).toMatchObject({ assigned: 1 });
    expect((await next("kevin")).status).toBe(403);
    expect((await given("otieno")).phoneNumber).toBe("+254712000001");
  });
});

describe("a call to a number of a list", () => {
  it("that nobody answered is made again after the time given, so often at most", async () => {
    await uploaded("Phone\n0712000001\n");
    for (let round = 1; round <= 3; round++) {
      const target = await given();
      await end(await dial(target), false);
      const state = round < 3 ? "waiting" : "given_up";
      expect(await one(target.id)).toMatchObject({ state, attempts: round, result: "No answer", assigned_to: "" });
      expect((await next()).status).toBe(403);
      stage.pass(120 * 60);
    }
    expect((await next()).status).toBe(403);
  });

  it("that was answered is done, unless its disposition says to call again or never", async () => {
    const { id } = await uploaded("Phone\n0712000001\n0712000002\n0712000003\n");
    for (const [disposition_id, item_id, state] of [
      [1, 1, "done"],
      [3, 8, "waiting"],
      [4, 9, "trash"],
    ] as const) {
      const target = await given();
      const reference = await dial(target);
      await end(reference, true);
      expect(await one(target.id)).toMatchObject({ state: "done", result: "Answered" });
      await stage.ask("setDisposition", { body: { reference, disposition_id, item_id, note: "" } });
      expect(await one(target.id)).toMatchObject({ state });
    }
    const summary = await stage.ask("dispositionSummary", { params: { id: 0 } }, "owner");
    expect(summary.body).toMatchObject({ attempts: 3, connects: 3, counts: { done: 1, waiting: 1, trash: 1 } });
    expect(summary.body.dispositions).toHaveLength(3);
    // In the trash the list still says what became of its numbers; those of all lists are without them.
    await stage.ask("deleteGroup", { params: { id } }, "owner");
    const counts = { done: 1, waiting: 1, trash: 1 };
    expect((await stage.ask("targetGroup", { params: { id } }, "owner")).body).toMatchObject({ counts });
    const own = await stage.ask("dispositionSummary", { params: { id } }, "owner");
    expect(own.body).toMatchObject({ attempts: 3, counts });
    const all = await stage.ask("dispositionSummary", { params: { id: 0 } }, "owner");
    expect(all.body).toMatchObject({ attempts: 0, counts: { done: 0, waiting: 0, trash: 0 } });
  });

  it("is not made by another agent, to another number, or after the list was cancelled", async () => {
    const { id } = await uploaded("Phone\n0712000001\n");
    const target = await given();
    await expect(dial(target, "otieno")).rejects.toThrow("409");
    await expect(dial({ ...target, phoneNumber: "+254712000007" })).rejects.toThrow("409");
    await stage.ask("activateGroup", { body: { id, active: false } }, "owner");
    await expect(dial(target)).rejects.toThrow("409");
  });

  it("can be left: given back for later, or put into the trash, from which it is restored", async () => {
    await uploaded("Phone\n0712000001\n");
    const { id } = await given();
    await stage.ask("releaseTarget", { params: { id }, body: { to: "waiting" } });
    expect((await next()).status).toBe(403);
    stage.pass(120 * 60);
    expect((await given()).id).toBe(id);
    await stage.ask("releaseTarget", { params: { id }, body: { to: "trash", reason: "Wrong number" } });
    expect(await one(id)).toMatchObject({ state: "trash", result: "Wrong number" });
    expect((await stage.ask("restoreTarget", { params: { id } }, "owner")).status).toBe(201);
    expect((await given()).id).toBe(id);
  });

  it("that an agent forgot is everybody's again after half an hour", async () => {
    await uploaded("Phone\n0712000001\n");
    const { id } = await given("kevin");
    stage.pass(31 * 60);
    await stage.tidy();
    expect((await given("otieno")).id).toBe(id);
  });
});

describe("a promised call-back", () => {
  it("is the agent's at its time, with a notice, whatever the hours, and nobody else's", async () => {
    await stage.ring("call-1");
    await stage.patch("call-1", "inProgress");
    await stage.patch("call-1", "terminated", { callDuration: 5 });
    const body = { at: "2037-11-25T20:00:00Z", note: "After work" };
    const planned = await stage.ask("scheduleCallBack", { params: { reference: "call-1" }, body });
    expect(planned.body).toMatchObject({ phoneNumber: "+254711000111", groupId: null, note: "After work" });
    expect((await next()).status).toBe(403);
    stage.clock.now = new Date("2037-11-25T20:00:01Z");
    const { id } = planned.body as unknown as Target;
    await stage.tasks[callBackTask]?.({ account: "100001", target_id: id });
    await stage.tasks[callBackTask]?.({ account: "100001", target_id: id });
    const notices = await stage.rows<{ user_id: string; kind: string }>("select user_id, kind from events.notices");
    expect(notices).toEqual([{ user_id: "2", kind: "call back due" }]);
    expect((await next("otieno")).status).toBe(403);
    const due = await given("kevin");
    expect(due.id).toBe(id);
    await end(await dial(due), true);
    expect(await one(id)).toMatchObject({ state: "done" });
  });

  it("is done by an answered call of its agent before its time", async () => {
    await stage.ring("call-early");
    const body = { at: "2037-11-26T07:00:00Z", note: "" };
    const planned = (await stage.ask("scheduleCallBack", { params: { reference: "call-early" }, body })).body;
    await stage.patch("call-early", "terminated");
    const target = planned as unknown as Target;
    await expect(dial(target, "otieno")).rejects.toThrow("409");
    await end(await dial(target), false);
    expect(await one(target.id)).toMatchObject({ state: "waiting", result: "No answer", assigned_to: "" });
    await end(await dial(target), true);
    expect(await one(target.id)).toMatchObject({ state: "done", result: "Answered" });
    expect((await stage.ask("currentTarget", {})).body).toMatchObject({ target: null, callBacks: [] });
  });

  it("is for a time to come and a call of one's own, and twice is once", async () => {
    await stage.ring("call-2");
    const ask = (at: string, token: Token = "kevin") =>
      stage.ask("scheduleCallBack", { params: { reference: "call-2" }, body: { at } }, token);
    expect((await ask("2037-11-25T07:00:00Z")).status).toBe(422);
    expect((await ask("2037-11-26T07:00:00Z", "otieno")).status).toBe(404);
    const first = (await ask("2037-11-26T07:00:00Z")).body as unknown as Target;
    const second = (await ask("2037-11-26T09:00:00Z")).body as unknown as Target;
    expect(second).toMatchObject({ id: first.id, nextAt: "2037-11-26T09:00:00.000Z" });
  });

  it("ends what its list had planned for the number", async () => {
    await uploaded("Phone\n0712000001\n");
    const target = await given();
    const reference = await dial(target);
    await end(reference, true);
    await stage.ask("scheduleCallBack", { params: { reference }, body: { at: "2037-11-26T07:00:00Z" } });
    await stage.ask("setDisposition", { body: { reference, disposition_id: 3, item_id: 8, note: "" } });
    expect(await one(target.id)).toMatchObject({ state: "done", result: "Call back" });
  });
});

it("the hours of calls are changed by whoever may change the settings", async () => {
  const body = {
    call_from: "09:00",
    call_until: "17:00",
    call_days: [1, 2, 3, 4, 5],
    max_attempts: 2,
    retry_minutes: 60,
  };
  expect((await stage.ask("saveOutboundSettings", { body })).status).toBe(403);
  const wrong = await stage.ask("saveOutboundSettings", { body: { ...body, call_until: "08:00" } }, "owner");
  expect(wrong.body.errors).toHaveProperty("call_until");
  const typed = await stage.ask("saveOutboundSettings", { body: { ...body, max_attempts: "abc" } }, "owner");
  expect(typed.body.errors).toEqual({ max_attempts: ["Enter a whole number."] });
  const midnight = await stage.ask("saveOutboundSettings", { body: { ...body, call_until: "00:00" } }, "owner");
  expect(midnight.body.errors).toEqual({ call_until: ["Enter a time after the beginning, 23:59 at the latest."] });
  expect((await stage.ask("saveOutboundSettings", { body }, "owner")).status).toBe(201);
  expect((await stage.ask("outboundSettings", {})).body).toMatchObject(body);
});

it("a person's number is erased from lists and from the rows of their files", async () => {
  await uploaded("Phone,Name\n0712000001,Amina\n0712 000 001,Amina\n");
  await stage.ask("erasePerson", { body: { msisdn: "+254712000001", email: null } }, "service");
  const left = JSON.stringify([
    await stage.rows("select * from voice.targets"),
    await stage.rows("select * from voice.target_rows"),
  ]);
  expect(left).not.toContain("Amina");
  expect(left).not.toContain("000001");
});
