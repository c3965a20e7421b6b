import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareBreakTask as chatTask, shareBreak } from "../../services/chat/agents/share-break";
import type { Participant } from "../../services/chat/contract.schemas";
import { shareBreakTask as voiceTask } from "../../services/voice/agents/store";
import type { VoiceAgentStatus } from "../../services/voice/contract.schemas";
import { type ChatFixture, chatFixture } from "../chat/fixture";
import { asOwner } from "../setup/database";
import { fillCentre, type VoiceStage, voiceStage } from "./fixture";

// One person: agent 2 is Joy in the chat and Kevin at the phone.
let stage: VoiceStage;
let fixture: ChatFixture;
beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
  fixture = await chatFixture(stage.database);
  stage.others.chat.followBreak = ({ body }) => fixture.ask("followBreak", { body }, "service") as never;
});
afterAll(() => stage.close());

const voiceClient = { followBreak: ({ body }: { body: object }) => stage.ask("followBreak", { body }, "service") };
const chatDeps = { clientsOfAccount: () => ({ voice: voiceClient }) as never };

/** Runs the jobs that are queued, and those that these queue. @returns how many there were */
async function settle(): Promise<number> {
  const { rows } = await asOwner(
    stage.database.url,
    `with gone as (delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier in ('${chatTask}', '${voiceTask}') returning j.id, t.identifier as task, j.payload)
     select task, payload from gone order by id`,
  );
  for (const { task, payload } of rows) {
    if (task === chatTask) await shareBreak(stage.database, chatDeps, payload);
    else await stage.tasks[voiceTask]?.(payload);
  }
  return rows.length === 0 ? 0 : rows.length + (await settle());
}

/** The clock of both goes on. */
function pass(seconds: number): void {
  stage.pass(seconds);
  fixture.clock.now = stage.clock.now;
}

const choose = async (status: string) => {
  expect((await fixture.status("joy", status)).status).toBe(201);
  pass(1);
};
const phone = async (action: string, actionId: number) => {
  expect((await stage.ask("manageBreak", { body: { action, actionId } })).status).toBe(201);
  pass(1);
};
const inChat = async () => ((await fixture.ask("me")).body as Participant).status;
const atPhone = async () => {
  const { label, break: on, pending } = (await stage.ask("agentStatus")).body.data as VoiceAgentStatus;
  return [label, on?.state, pending && `pending ${pending.state}`].filter(Boolean).join(", ");
};

/** The phone's options that every account begins with. */
const [login, logout, lunch, training] = [1, 2, 4, 7];

beforeEach(async () => {
  pass(60);
  await phone("logout", logout);
  await phone("login", login);
  await choose("online");
  await settle();
});

describe("a break is one in the chat and at the phone", () => {
  test("begun and ended in the chat, at the same moments, told once", async () => {
    await choose("lunch");
    expect(await settle()).toBe(1);
    expect(await atPhone()).toBe("On Break, Lunch");
    pass(600);
    await choose("online");
    expect(await settle()).toBe(1);
    expect([await inChat(), await atPhone()]).toEqual(["online", "Logged In"]);
    const [chats] = await stage.rows<{ time: Date; time_ended: Date }>(
      "select time, time_ended from chat.breaks where participant_id = '2' and status = 'lunch' order by id desc limit 1",
    );
    const [calls] = await stage.rows<{ time: Date; time_ended: Date; ended_by: string }>(
      `select started_at as time, ended_at as time_ended, ended_by from voice.agent_periods
       where user_id = '2' and break_label = 'Lunch' order by started_at desc limit 1`,
    );
    expect(calls).toEqual({ ...chats, ended_by: "" });
  });

  test("begun and ended at the phone", async () => {
    await phone("pause", training);
    expect(await settle()).toBe(1);
    expect(await inChat()).toBe("training");
    await phone("unpause", training);
    await settle();
    expect(await inChat()).toBe("online");
  });

  test("another kind of break in the one is another kind in the other", async () => {
    await phone("pause", lunch);
    await settle();
    await choose("coaching");
    await settle();
    expect(await atPhone()).toBe("On Break, Coaching");
  });

  test("begins at the phone after the call, and does not when it is ended before", async () => {
    await stage.ring("call-at-noon");
    pass(2);
    await stage.patch("call-at-noon", "inProgress");
    await choose("lunch");
    await settle();
    expect(await atPhone()).toBe("Logged In, pending Lunch");
    await choose("online");
    await settle();
    expect(await atPhone()).toBe("Logged In");
    await choose("lunch");
    await settle();
    await stage.patch("call-at-noon", "terminated");
    await settle();
    expect([await inChat(), await atPhone()]).toEqual(["lunch", "On Break, Lunch"]);
  });
});

describe("what a break elsewhere leaves as it is", () => {
  test("someone who is offline in the chat, or logged out of the phone", async () => {
    await choose("offline");
    await phone("pause", lunch);
    await settle();
    expect(await inChat()).toBe("offline");
    await phone("logout", logout);
    await choose("online");
    await choose("training");
    await settle();
    expect(await atPhone()).toBe("Logged Out");
  });

  test("what was chosen there later, whatever comes first", async () => {
    await choose("lunch");
    await phone("pause", training);
    await settle();
    expect([await inChat(), await atPhone()]).toEqual(["training", "On Break, Training"]);
    await choose("online");
    await settle();
    expect(await atPhone()).toBe("Logged In");
  });

  test("people of whom it has never heard, and other accounts", async () => {
    const body = { user_id: "77", kind: "lunch", since: stage.clock.now.toISOString() };
    expect((await stage.ask("followBreak", { body }, "service")).body).toEqual({ followed: false });
    expect((await fixture.ask("followBreak", { body }, "service")).body).toEqual({ followed: false });
    const theirs = { ...body, user_id: "2" };
    expect((await fixture.ask("followBreak", { body: theirs }, "service", "200002")).body).toEqual({ followed: false });
    expect(await inChat()).toBe("online");
  });

  test("and no person may ask for it", async () => {
    const body = { user_id: "2", kind: "lunch", since: stage.clock.now.toISOString() };
    expect((await stage.ask("followBreak", { body }, "owner")).status).toBe(403);
    expect((await fixture.ask("followBreak", { body }, "fatuma")).status).toBe(403);
  });
});
