import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { voicemailTask } from "../../services/voice/flows/voicemails";
import { fillCentre, ourNumber, type VoiceStage, voiceStage } from "./fixture";
import { addFlow, addSound, fakeExchange, step } from "./flows.fixture";
import { mp3 } from "./mp3.fixture";

let stage: VoiceStage;
let flow: number;
let counter = 0;
const reference = () => `flow-${++counter}`;
const soon = { timeout: 5_000, interval: 20 };

beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
  const [welcome, menu, leave] = [
    await addSound(stage, "Welcome"),
    await addSound(stage, "Press 1 for sales"),
    await addSound(stage, "Leave a message"),
  ];
  flow = await addFlow(stage, "Shop", [
    step("hours", { calendar: 1, open: 2, closed: 5 }),
    step("greeting", { sound: welcome, next: 3 }),
    step("menu", { sound: menu, keys: { "1": 4, "2": 5, "3": 6 }, otherwise: 7 }),
    step("queue", { queue: "Orders", announce: true, callBackKey: "9", maxWaiting: 1, overflow: 5 }),
    step("voicemail", { sound: leave }),
    step("transfer", { number: "+254711000222", otherwise: 7 }),
    step("hang_up"),
  ]);
});
afterAll(() => stage.close());
afterEach(() => {
  stage.others.ticketing.open = [1];
  expect(stage.faults).toEqual([]);
});

const outcome = async (name: string) =>
  (
    await stage.rows<{ outcome: string; last_step: string }>(
      `select outcome, last_step from voice.flow_calls where reference = '${name}'`,
    )
  )[0];
const waits = (name: string) =>
  stage.rows<{ queue: string; answered: boolean; abandoned: boolean; left_for: string }>(
    `select queue, answered_at is not null as answered, abandoned_at is not null as abandoned, left_for
     from voice.queue_calls where reference like '${name}%' order by id`,
  );
const ended = (name: string, how: string) =>
  vi.waitFor(async () => expect((await outcome(name))?.outcome).toBe(how), soon);

/** A caller who has heard the greeting, while the menu is said. */
async function atMenu(name: string, from?: string) {
  const exchange = fakeExchange(stage);
  expect(await exchange.call(name, from)).toBe(true);
  await vi.waitFor(() => expect(exchange.heard).toEqual(["Welcome."]), soon);
  exchange.played();
  await vi.waitFor(() => expect(exchange.heard).toHaveLength(2), soon);
  return exchange;
}

describe("a call to a number with a flow", () => {
  it("rings a free agent of the queue, who answers", async () => {
    await stage.ask("agentAction", { body: { action: "login" } }, "kevin");
    const name = reference();
    const exchange = await atMenu(name);
    exchange.press("1");
    await vi.waitFor(() => expect(exchange.rung).toEqual(["1001"]), soon);
    expect(exchange.log).toContain(`X-Called-Number: ${ourNumber}`);
    expect(exchange.log).toContain(`X-Queue-Reference: ${name}`);
    expect(exchange.heard.at(-1)).toBe("place 1");
    exchange.answers(true);
    await ended(name, "answered");
    expect(await waits(name)).toEqual([{ queue: "Orders", answered: true, abandoned: false, left_for: "" }]);
    await stage.ask("agentAction", { body: { action: "logout" } }, "kevin");
  });

  it("is abandoned in the menu or in the queue, and counted once", async () => {
    const [menu, queue] = [reference(), reference()];
    (await atMenu(menu)).gone();
    await ended(menu, "abandoned_menu");
    expect(await waits(menu)).toEqual([]);
    const exchange = await atMenu(queue);
    exchange.press("1");
    await vi.waitFor(async () => expect(await waits(queue)).toHaveLength(1), soon);
    exchange.gone();
    exchange.gone();
    await ended(queue, "abandoned_queue");
    expect(await waits(queue)).toEqual([{ queue: "Orders", answered: false, abandoned: true, left_for: "" }]);
  });

  it("goes on to voicemail where the queue is full, and the message becomes a ticket with its sound", async () => {
    const [first, second] = [reference(), reference()];
    const waiting = await atMenu(first);
    waiting.press("1");
    await vi.waitFor(async () => expect(await waits(first)).toHaveLength(1), soon);
    const exchange = await atMenu(second, "+254711000333");
    exchange.press("1");
    await vi.waitFor(() => expect(exchange.heard.at(-1)).toBe("Leave a message."), soon);
    exchange.played();
    await vi.waitFor(() => expect(exchange.isRecording()).toBe(true), soon);
    exchange.speaks({ bytes: mp3(4), seconds: 4 });
    await ended(second, "voicemail");
    waiting.gone();
    await ended(first, "abandoned_queue");

    const [made] = await stage.rows<{ id: number }>("select id from voice.voicemails order by id desc limit 1");
    const job = { account: "100001", voicemail_id: made?.id };
    await stage.tasks[voicemailTask]?.(job);
    await stage.tasks[voicemailTask]?.(job);
    const { tickets, files } = stage.others.ticketing;
    expect(tickets).toMatchObject([
      { subject: "Voicemail from Amina Hassan", customer_name: "Amina Hassan", customer_phone: "+254711000333" },
    ]);
    expect(files).toHaveLength(1);

    const list = await stage.ask("voicemails", { query: { listened: "no" } }, "supervisor");
    expect(list.body.data).toMatchObject([{ id: made?.id, seconds: 4, ticket: 71, listenedAt: null }]);
    const opened = await stage.ask("openVoicemail", { params: { id: made?.id } }, "supervisor");
    expect(opened.body.url).toBe("/files/1?s=x");
    const one = await stage.ask("voicemail", { params: { id: made?.id } }, "supervisor");
    expect(one.body).toMatchObject({ listenedBy: "Fatuma Abdalla" });
    const audit = await stage.rows("select 1 from events.activities where action = 'Voicemail opened'");
    expect(audit).toHaveLength(1);
    expect((await stage.ask("openVoicemail", { params: { id: made?.id } }, "kevin")).status).toBe(403);
  });

  it("plans a call-back with the place of who asks for one, for an agent", async () => {
    const name = reference();
    const exchange = await atMenu(name, "+254711000444");
    exchange.press("1");
    await vi.waitFor(async () => expect(await waits(name)).toHaveLength(1), soon);
    stage.pass(60);
    exchange.press("9");
    await ended(name, "call_back");
    expect(await waits(name)).toMatchObject([{ answered: false, abandoned: false, left_for: "call_back" }]);
    const planned = await stage.rows<{ owner_id: string; late: boolean }>(
      `select owner_id, next_at < '${stage.clock.now.toISOString()}' as late from voice.targets where phone_number = '+254711000444'`,
    );
    expect(planned).toEqual([{ owner_id: expect.stringMatching(/^[23]$/), late: true }]);
    const owner = planned[0]?.owner_id === "2" ? "kevin" : "otieno";
    const given = await stage.ask("assignCall", { params: { id: 0 } }, owner);
    expect(given.body.data).toMatchObject({ phoneNumber: "+254711000444" });
  });

  it("rings an outside number, and goes on where nobody answers there", async () => {
    const [answered, not] = [reference(), reference()];
    for (const [name, answers, how] of [
      [answered, true, "transferred"],
      [not, false, "hung_up"],
    ] as const) {
      const exchange = await atMenu(name);
      exchange.press("3");
      await vi.waitFor(() => expect(exchange.isRinging()).toBe(true), soon);
      expect(exchange.rung).toEqual(["+254711000222"]);
      exchange.answers(answers);
      await ended(name, how);
    }
  });

  it("goes to voicemail while closed; who leaves no message left none", async () => {
    stage.others.ticketing.open = [];
    const name = reference();
    const exchange = fakeExchange(stage);
    await exchange.call(name);
    await vi.waitFor(() => expect(exchange.heard).toEqual(["Leave a message."]), soon);
    exchange.gone();
    await ended(name, "no_message");
    expect(await outcome(name)).toMatchObject({ last_step: "The voicemail" });
  });

  it("counts each of them in the figures, from the events alone", async () => {
    const { body } = await stage.ask("figures", { query: { by: "number" } }, "supervisor");
    const total = body.total as unknown as Record<string, number>;
    const [counted] = await stage.rows<Record<string, number>>(
      `select count(*) filter (where outcome = 'abandoned_menu')::int as menu, count(*) filter (where outcome = 'voicemail')::int as mails,
        (select count(*)::int from voice.queue_calls where left_at is not null) as left_queue from voice.flow_calls`,
    );
    expect(total).toMatchObject({
      menuAbandoned: counted?.menu,
      voicemails: counted?.mails,
      overflowed: counted?.left_queue,
      answered: 1,
    });
    expect([counted?.menu, counted?.mails, counted?.left_queue]).toEqual([1, 1, 1]);
    expect((total.abandoned ?? 0) + (total.abandonedEarly ?? 0)).toBe(2);
    const records = await stage.ask("flowCallRecords", { query: { outcome: "abandoned_menu" } }, "supervisor");
    expect(records.body.data).toMatchObject([{ flow: "Shop", outcome: "abandoned_menu" }]);
  });
});

it("only agents with the skill of a queue are rung, and anyone after its seconds or where skills can't be asked for", async () => {
  const skilled = (...people: number[]) => [{ id: 5, name: "Billing", people }];
  const queue = step("queue", { id: 4, queue: "Orders", skill: 5, skillSeconds: 60, overflow: 5 });
  const save = (body: object) => stage.ask("saveFlowStep", { params: { id: flow }, body }, "owner");
  const switchOn = () => stage.ask("switchCallFlow", { params: { id: flow }, body: { on: true } }, "owner");
  const waiting = async () => {
    const exchange = await atMenu(reference());
    exchange.press("1");
    await vi.waitFor(() => expect(exchange.log).toContain("hold"), soon);
    return exchange;
  };
  stage.others.identity.known = skilled(3);
  expect((await save(queue)).status).toBe(201);
  expect((await switchOn()).status).toBe(201);
  await stage.ask("agentAction", { body: { action: "login" } }, "kevin");
  // Otieno has the skill and no phone here; for the second caller Kevin has it too, who would be rung for the first.
  stage.others.identity.known = skilled(3);
  const first = await waiting();
  stage.others.identity.known = skilled(2, 3);
  const second = await waiting();
  await vi.waitFor(() => expect(second.rung).toEqual(["1001"]), soon);
  expect(first.rung).toEqual([]);
  second.gone();
  stage.pass(61);
  await vi.waitFor(() => expect(first.rung).toEqual(["1001"]), soon);
  first.gone();

  stage.others.identity.known = undefined;
  const third = await waiting();
  await vi.waitFor(() => expect(third.rung).toEqual(["1001"]), soon);
  third.gone();
  stage.others.identity.known = [];
  expect((await switchOn()).body.message).toContain("its skill was deleted");
  expect((await save({ ...queue, skill: 0 })).status).toBe(201);
  expect((await switchOn()).status).toBe(201);
  await stage.ask("agentAction", { body: { action: "logout" } }, "kevin");
});

describe("a number without a flow that is on", () => {
  it("is left to its PBX, and so is one whose flow was switched off", async () => {
    expect(await fakeExchange(stage).call(reference(), undefined, "+254700000000")).toBe(false);
    await stage.ask("switchCallFlow", { params: { id: flow }, body: { on: false } }, "owner");
    expect(await fakeExchange(stage).call(reference())).toBe(false);
    await stage.ask("switchCallFlow", { params: { id: flow }, body: { on: true } }, "owner");
  });
});

describe("a flow that is written", () => {
  it("can't be switched on while something is wrong with it, and calls follow the steps from before", async () => {
    const added = await stage.ask("saveFlowStep", { params: { id: flow }, body: step("greeting") }, "owner");
    expect(added.body).toEqual({ step: 8 });
    const refused = await stage.ask("switchCallFlow", { params: { id: flow }, body: { on: true } }, "owner");
    expect(refused).toMatchObject({ status: 422, body: { message: "The greeting: choose a sound." } });
    const shown = await stage.ask("callFlow", { params: { id: flow } }, "owner");
    expect(shown.body).toMatchObject({ live: true, changed: true, problems: [{ step: 8 }, { step: 8 }] });
    await stage.ask("removeFlowStep", { params: { id: flow, step: 8 } }, "owner");
    const after = await stage.ask("callFlow", { params: { id: flow } }, "owner");
    expect(after.body).toMatchObject({ changed: false, problems: [] });
  });

  it("is tried without a call", async () => {
    const trial = await stage.ask("flowTrial", { params: { id: flow }, query: { keys: "1", answers: "1" } }, "owner");
    expect(trial.body).toMatchObject({ outcome: "answered", step: "The queue" });
    expect((trial.body.lines as unknown as { detail: string }[]).map(({ detail }) => detail)).toEqual([
      "Welcome.",
      "Press 1 for sales.",
      "1",
      "Orders",
    ]);
    stage.others.ticketing.open = [];
    const closed = await stage.ask("flowTrial", { params: { id: flow }, query: { speaks: "1" } }, "owner");
    expect(closed.body).toMatchObject({ outcome: "voicemail" });
  });

  it("keeps its sounds, and loses a step wherever it was named", async () => {
    const sounds = await stage.ask("flowSounds", {}, "owner");
    const [used] = sounds.body.data as { id: number; usedBy: string[] }[];
    expect(used?.usedBy).toEqual(["Shop"]);
    expect((await stage.ask("removeFlowSound", { params: { id: used?.id } }, "owner")).status).toBe(409);
    await stage.ask("removeFlowStep", { params: { id: flow, step: 5 } }, "owner");
    const { body } = await stage.ask("callFlow", { params: { id: flow } }, "owner");
    expect((body.problems as unknown as { message: string }[]).map(({ message }) => message)).toEqual([
      "The hours: choose what follows while you are closed.",
      "The queue: choose what follows when no one answers.",
    ]);
    expect((await stage.ask("callFlow", { params: { id: flow } }, "other")).status).toBe(404);
  });

  it("leaves no number behind when it is removed", async () => {
    await stage.ask("removeCallFlow", { params: { id: flow } }, "owner");
    expect(await stage.rows("select 1 from voice.numbers where flow_id is not null")).toEqual([]);
    expect((await stage.ask("callFlow", { params: { id: flow } }, "owner")).status).toBe(404);
  });
});

it("a message is removed with the recordings of its age and with its person, a lost call ends", async () => {
  await stage.rows(
    "insert into voice.flow_calls (customer_account, reference, flow_id, started_at) select customer_account, 'lost', id, '2037-11-25T08:00:00Z' from voice.flows limit 1",
  );
  await stage.ask("erasePerson", { body: { msisdn: "+254711000333", email: null } }, "service");
  const [mail] = await stage.rows<{ phone_number: string; file_id: string | null }>(
    "select phone_number, file_id from voice.voicemails",
  );
  expect(mail).toEqual({ phone_number: "", file_id: null });
  expect(stage.others.dropped).toHaveLength(1);
  stage.pass(5 * 3_600);
  await stage.tidy();
  expect((await outcome("lost"))?.outcome).toBe("failed");
});

it("keeps the message of a caller who hangs up after it", async () => {
  const sound = await addSound(stage, "Speak now");
  await addFlow(stage, "Messages", [step("voicemail", { sound })]);
  const name = reference();
  const exchange = fakeExchange(stage);
  expect(await exchange.call(name)).toBe(true);
  await vi.waitFor(() => expect(exchange.heard).toEqual(["Speak now."]), soon);
  exchange.played();
  await vi.waitFor(() => expect(exchange.isRecording()).toBe(true), soon);
  exchange.speaks({ bytes: mp3(4), seconds: 4 });
  exchange.gone();
  await ended(name, "voicemail");
});
