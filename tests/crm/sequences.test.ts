import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recordConsents } from "../../services/kit/consents";
import { inAccount } from "../../services/kit/database";
import { lakeside, savanna } from "./fixture";
import { emailStep, type SequenceStage, sequenceStage, smsStep, taskStep, wednesday } from "./sequences.fixture";

let stage: SequenceStage;
beforeEach(async () => {
  stage = await sequenceStage();
});
afterEach(() => stage.close());

const kinds = () => stage.sent.map(({ kind, to }) => `${kind} ${to}`);

describe("a lead in a sequence", () => {
  test("gets each step once and when it is due, and is finished after the last", async () => {
    const { id } = await stage.sequence();
    const lead = await stage.lead();
    expect((await stage.enrol(id, [lead.id])).body).toMatchObject({ added: [lead.id], refused: [] });
    await stage.work();
    await stage.work();
    expect(stage.sent).toEqual([
      expect.objectContaining({ subject: "Welcome, Amina", text: "Good to have you, Amina Hassan.", to: lead.email }),
    ]);
    // Two days after Wednesday is Friday; the task is a working day later.
    await stage.later(1);
    expect(stage.sent).toHaveLength(1);
    await stage.later(1);
    expect(kinds()).toEqual([`email ${lead.email}`, `sms ${lead.phone}`]);
    await stage.later(3);
    const tasks = (await stage.ask("tasks", { query: { record: lead.id } })).body.data as object[];
    expect(tasks).toEqual([
      expect.objectContaining({ title: "Call Amina Hassan", due_on: "2026-12-02", user_id: "1" }),
    ]);
    const [done] = await stage.ofRecord(lead.id);
    expect([done?.state, done?.done, done?.next]).toEqual(["finished", 3, null]);
    expect(done?.sends.map(({ kind, state, cost_cents }) => [kind, state, cost_cents])).toEqual([
      ["email", "sent", 80],
      ["sms", "sent", 80],
      ["task", "sent", 0],
    ]);
    await stage.later(10);
    expect(stage.sent).toHaveLength(2);
    const changes = (await stage.ask("lead", { params: { id: lead.id } })).body.changes as { after: string }[];
    const said = changes.map(({ after }) => after);
    expect(said).toContain(`Email to ${lead.email}: Welcome, Amina.`);
    expect(said[0]).toMatch(/ended\. All steps were done\.$/);
  });

  test("two workers at once send each message once", async () => {
    const { id } = await stage.sequence([emailStep]);
    const leads = [];
    for (let n = 0; n < 12; n++) leads.push(await stage.lead());
    await stage.enrol(
      id,
      leads.map((one) => one.id),
    );
    await Promise.all([stage.work(), stage.work(), stage.work()]);
    await stage.work();
    expect(stage.calls).toHaveLength(12);
    expect(new Set(stage.sent.map(({ to }) => to)).size).toBe(12);
    const people = await stage.rows("select 1 from crm.sequence_people where state = 'finished'");
    expect(people).toHaveLength(12);
  });

  test("a message whose sender died is sent again under its key, with the words it had", async () => {
    const { id } = await stage.sequence([emailStep]);
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    stage.state.dies = true;
    await expect(stage.work()).rejects.toThrow("died");
    stage.state.dies = false;
    const details = { type: "lead", name: "Another Name", phone: lead.phone, email: lead.email, version: 1 };
    await stage.ask("updateContactDetails", { params: { id: lead.id }, body: details });
    // It is left alone for some minutes.
    await stage.later(0, 0);
    expect(stage.calls).toHaveLength(1);
    await stage.later(0, 1);
    expect(new Set(stage.calls).size).toBe(1);
    expect(stage.calls).toHaveLength(2);
    expect(stage.sent.map(({ text }) => text)).toEqual(["Good to have you, Amina Hassan."]);
    expect((await stage.ofRecord(lead.id))[0]?.state).toBe("finished");
  });

  test("is taken out by the undo of those who were put in together, unless it got a step already", async () => {
    const { id } = await stage.sequence();
    const [sent, waits] = [await stage.lead(), await stage.lead()];
    const put = (await stage.enrol(id, [sent.id, waits.id])).body;
    await stage.rows(
      `update crm.sequence_people set due_at = due_at + interval '9 days' where record_id = ${waits.id}`,
    );
    await stage.work();
    expect(kinds()).toEqual([`email ${sent.email}`]);
    const undone = await stage.ask("undoBulkChange", { params: { id: put.change_id } });
    expect(undone.body).toEqual({ restored: 1, left: 1 });
    expect((await stage.ofRecord(waits.id))[0]).toMatchObject({ state: "taken_out" });
    expect((await stage.ofRecord(sent.id))[0]).toMatchObject({ state: "active" });
  });

  test("is in one sequence at a time, and in none with nothing to reach it by", async () => {
    const [first, second] = [await stage.sequence(), await stage.sequence([smsStep])];
    const [lead, silent] = [await stage.lead(), await stage.lead({ phone: "" })];
    await stage.enrol(first.id, [lead.id]);
    expect((await stage.enrol(second.id, [lead.id, silent.id, 999_999])).body).toEqual({
      change_id: null,
      added: [],
      refused: [
        { id: 999_999, reason: "There is no such lead." },
        { id: lead.id, reason: `It is in the sequence ${first.name}.` },
        { id: silent.id, reason: "It has no phone number." },
      ],
    });
    const fresh = await stage.lead();
    const both = await Promise.all([stage.enrol(first.id, [fresh.id]), stage.enrol(second.id, [fresh.id])]);
    expect(both.flatMap(({ body }) => body.added)).toEqual([fresh.id]);
  });
});

describe("it stops", () => {
  test("when they write, on whatever channel, before the next message leaves", async () => {
    const { id } = await stage.sequence();
    const [one, other] = [await stage.lead(), await stage.lead()];
    await stage.enrol(id, [one.id, other.id]);
    await stage.work();
    stage.hears(one.phone, new Date(stage.clock.now.getTime() + 3_600_000));
    await stage.later(2);
    expect(kinds().filter((said) => said.startsWith("sms"))).toEqual([`sms ${other.phone}`]);
    expect((await stage.ofRecord(one.id))[0]).toMatchObject({ state: "replied", next: null });
    // What they wrote before they were put in says nothing.
    const [before] = await stage.ofRecord(other.id);
    expect(before?.state).toBe("active");
  });

  test("soon after they write, when no step is due yet", async () => {
    const { id } = await stage.sequence([emailStep, { ...smsStep, wait_days: 9 }]);
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    await stage.work();
    stage.hears(lead.email, new Date(stage.clock.now.getTime() + 60_000));
    await stage.later(0, 1);
    expect((await stage.ofRecord(lead.id))[0]?.state).toBe("replied");
  });

  test("no one is written to while it is not known who has written", async () => {
    const { id } = await stage.sequence([emailStep]);
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    stage.state.deaf = true;
    await expect(stage.work()).rejects.toThrow("not known");
    expect(stage.sent).toEqual([]);
    stage.state.deaf = false;
    await stage.work();
    expect(stage.sent).toHaveLength(1);
  });

  test("when they opt out of messages", async () => {
    const { id } = await stage.sequence();
    const lead = await stage.lead();
    stage.clock.now = new Date(Date.now() - 86_400_000);
    await stage.enrol(id, [lead.id]);
    await inAccount(stage.database.db, savanna, (trx) =>
      recordConsents(trx, savanna, [lead.phone], { change: "out", source: "Texted STOP" }),
    );
    await stage.later(9);
    expect((await stage.ofRecord(lead.id))[0]?.state).toBe("opted_out");
    expect(stage.sent).toEqual([]);
  });

  test("when the lead is lost or converted, and when someone takes it out", async () => {
    const { id } = await stage.sequence();
    const [lost, converted, out] = [await stage.lead(), await stage.lead(), await stage.lead()];
    await stage.enrol(id, [lost.id, converted.id, out.id]);
    const stages = await stage.stages();
    const stage_id = stages.find(({ category }) => category === "lost")?.id;
    await stage.ask("moveLead", { params: { lead_id: lost.id }, body: { stage_id, lost_reason: "Too dear" } });
    await stage.ask("convertLead", { body: { lead_id: converted.id } });
    const [person] = await stage.ofRecord(out.id);
    expect((await stage.ask("takeOut", { params: { id: person?.id } })).status).toBe(201);
    expect((await stage.ask("takeOut", { params: { id: person?.id } })).status).toBe(409);
    await stage.work();
    expect(stage.sent).toEqual([]);
    const states = await Promise.all(
      [lost, converted, out].map(async (one) => (await stage.ofRecord(one.id))[0]?.state),
    );
    expect(states).toEqual(["ended", "ended", "taken_out"]);
  });

  test("for the record that is merged into another; the kept one goes on", async () => {
    const { id } = await stage.sequence();
    const [kept, merged] = [await stage.lead({ phone: "+254755099999" }), await stage.lead({ phone: "+254755099999" })];
    await stage.enrol(id, [kept.id, merged.id]);
    const pairs = (await stage.ask("duplicates", { query: { kind: "lead" } })).body.data as { id: number }[];
    const body = { keep_id: kept.id, take: [], first_version: 1, second_version: 1 };
    const done = await stage.ask("mergeDuplicate", { params: { id: pairs[0]?.id }, body });
    expect(done.status).toBe(201);
    const all = await stage.ofRecord(kept.id);
    expect(all.map(({ state, reason }) => [state, reason]).sort()).toEqual([
      ["active", ""],
      ["ended", "It was merged into another record."],
    ]);
    await stage.work();
    expect(stage.sent).toHaveLength(1);
  });
});

describe("what is not sent now", () => {
  test("waits for the hours of the sequence", async () => {
    const { id } = await stage.sequence([emailStep]);
    // Friday, 21:00 in Nairobi.
    stage.clock.now = new Date("2026-11-27T18:00:00Z");
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    expect((await stage.ofRecord(lead.id))[0]?.next?.at).toBe("2026-11-30T05:00:00.000Z");
    await stage.later(1);
    expect(stage.sent).toEqual([]);
    stage.clock.now = new Date("2026-11-30T05:00:00Z");
    await stage.work();
    expect(stage.sent).toHaveLength(1);
  });

  test("waits where the hours were changed to others meanwhile", async () => {
    const { id, name } = await stage.sequence([emailStep]);
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    const body = { name, from: "14:00", until: "15:00", days: [4] };
    await stage.ask("updateSequence", { params: { id }, body });
    await stage.work();
    expect(stage.sent).toEqual([]);
    expect((await stage.ofRecord(lead.id))[0]?.next?.at).toBe("2026-11-26T11:00:00.000Z");
  });

  test("moves to the next day when as many were sent as one day may have, also with two workers", async () => {
    const { id } = await stage.sequence([emailStep]);
    await stage.ask("setSequenceCap", { body: { daily_cap: 3 } });
    const leads = [];
    for (let n = 0; n < 7; n++) leads.push(await stage.lead());
    await stage.enrol(
      id,
      leads.map((one) => one.id),
    );
    await Promise.all([stage.work(), stage.work()]);
    expect(stage.sent).toHaveLength(3);
    const waiting = (await stage.ask("sequencePeople", { params: { id }, query: { state: "waiting" } })).body;
    expect([waiting.total, (waiting.data as { trouble: string }[])[0]?.trouble]).toEqual([
      4,
      "As many messages were sent as one day may have.",
    ]);
    await stage.later(1);
    expect(stage.sent).toHaveLength(6);
    await stage.later(1);
    expect(stage.sent).toHaveLength(7);
  });

  test("no one gets two messages on one day, also when two leads have one number", async () => {
    const { id } = await stage.sequence([{ ...smsStep, wait_days: 0 }]);
    const [one, other] = [await stage.lead({ phone: "+254755088888" }), await stage.lead({ phone: "+254755088888" })];
    await stage.enrol(id, [one.id, other.id]);
    await stage.work();
    expect(stage.sent).toHaveLength(1);
    await stage.later(1);
    expect(stage.sent).toHaveLength(2);
  });

  test("a number that has opted out is refused in words, and the sequence goes on with the other steps", async () => {
    const { id } = await stage.sequence([{ ...smsStep, wait_days: 0 }, emailStep]);
    const lead = await stage.lead();
    stage.optedOut.add(lead.phone);
    await stage.enrol(id, [lead.id]);
    await stage.work();
    expect(stage.sent.map(({ kind }) => kind)).toEqual(["email"]);
    const [person] = await stage.ofRecord(lead.id);
    expect(person?.sends[0]).toMatchObject({ kind: "sms", state: "refused", reason: "This number has opted out." });
    expect(person?.state).toBe("finished");
    const refused = await stage.ask("sequencePeople", { params: { id }, query: { state: "refused" } });
    expect(refused.body.total).toBe(1);
    const [listed] = (await stage.ask("sequences")).body.data as { counts: object }[];
    expect(listed?.counts).toMatchObject({ finished: 1, refused: 1, active: 0 });
  });

  test("a text with a gap is not sent", async () => {
    const { id } = await stage.sequence([{ ...emailStep, body: "To {{company}}" }]);
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    await stage.work();
    expect(stage.sent).toEqual([]);
    expect((await stage.ofRecord(lead.id))[0]?.sends[0]?.reason).toBe("There is no company for the text.");
  });

  test("what can't be paid for is tried again and says so, and is given up after some days", async () => {
    const { id } = await stage.sequence([emailStep]);
    const [lead, poor] = [await stage.lead(), await stage.lead()];
    stage.state.money = false;
    await stage.enrol(id, [lead.id]);
    await stage.work();
    expect((await stage.ofRecord(lead.id))[0]).toMatchObject({
      state: "active",
      trouble: "There is not enough money for this.",
    });
    stage.state.money = true;
    await stage.later(0, 2);
    expect((await stage.ofRecord(lead.id))[0]).toMatchObject({ state: "finished", trouble: "" });
    expect(stage.sent).toHaveLength(1);
    stage.state.money = false;
    await stage.enrol(id, [poor.id]);
    for (let day = 0; day < 8; day++) await stage.later(1);
    const [given] = await stage.ofRecord(poor.id);
    expect([given?.state, given?.sends[0]?.state]).toEqual(["finished", "refused"]);
  });

  test("nothing is done while the sequence is off", async () => {
    const { id } = await stage.sequence([emailStep]);
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    await stage.ask("switchSequence", { params: { id }, body: { active: false } });
    await stage.later(1);
    expect(stage.sent).toEqual([]);
    expect((await stage.enrol(id, [(await stage.lead()).id])).status).toBe(409);
    await stage.ask("switchSequence", { params: { id }, body: { active: true } });
    await stage.work();
    expect(stage.sent).toHaveLength(1);
  });
});

describe("a sequence that is changed", () => {
  test("whoever is in it goes on with the steps as they are then, each once", async () => {
    const { id, steps } = await stage.sequence([emailStep, smsStep, taskStep]);
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    await stage.work();
    const [first, second, third] = steps;
    await stage.ask("updateSequenceStep", { params: { id: second?.id }, body: { ...smsStep, body: "Other words" } });
    await stage.ask("rankSequenceSteps", { params: { id }, body: { steps: [third?.id, second?.id, first?.id] } });
    await stage.later(2);
    expect(stage.sent.map(({ text }) => text)).toEqual(["Good to have you, Amina Hassan.", "Other words"]);
    // The e-mail comes after it now, and was sent already.
    expect((await stage.ofRecord(lead.id))[0]).toMatchObject({ state: "finished", done: 2 });
  });

  test("whoever waits for a step that is deleted waits for the next one, and is finished after the last", async () => {
    const { id, steps } = await stage.sequence([emailStep, smsStep, taskStep]);
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    await stage.work();
    await stage.ask("deleteSequenceStep", { params: { id: steps[1]?.id } });
    expect((await stage.ofRecord(lead.id))[0]?.next?.kind).toBe("task");
    await stage.ask("deleteSequenceStep", { params: { id: steps[2]?.id } });
    expect((await stage.ofRecord(lead.id))[0]).toMatchObject({
      state: "finished",
      reason: "Its last step was deleted.",
    });
    expect((await stage.ask("deleteSequence", { params: { id } })).status).toBe(409);
  });

  test("what can't be right is refused in words", async () => {
    const { id, name } = await stage.sequence([emailStep]);
    const hours = { from: "08:00", until: "18:00", days: [1] };
    expect((await stage.ask("addSequence", { body: { ...hours, name: name.toUpperCase() } })).status).toBe(409);
    expect((await stage.ask("addSequence", { body: { ...hours, name: "Night", until: "23:00" } })).body.errors).toEqual(
      {
        until: ["Choose hours between 07:00 and 21:00."],
      },
    );
    for (const [step, field] of [
      [{ ...smsStep, sender: "OTHER" }, "sender"],
      [{ ...emailStep, body: "{{nmae}}" }, "body"],
      [{ ...emailStep, subject: "" }, "subject"],
      [{ ...smsStep, body: "x".repeat(801) }, "body"],
    ] as const) {
      const answer = await stage.ask("addSequenceStep", { params: { id }, body: step });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
    }
    const empty = await stage.ask("addSequence", { body: { ...hours, name: "Empty" } });
    const on = await stage.ask("switchSequence", { params: { id: empty.body.id }, body: { active: true } });
    expect([on.status, on.body.message]).toEqual([409, "Add a step first."]);
  });
});

describe("who may", () => {
  test("what is planned says when, to whom and what it costs, and writes nothing", async () => {
    const { id } = await stage.sequence();
    const lead = await stage.lead({ company: "" });
    const plan = async () =>
      (await stage.ask("planSequence", { params: { id }, body: { type: "lead", record: lead.id } })).body as never as {
        refusal: string;
        cost_cents: number;
        steps: { at: string; to: string; parts: number; refusal: string; cost_cents: number }[];
      };
    const planned = await plan();
    expect(planned.steps.map(({ at, to, parts, cost_cents }) => [at.slice(0, 16), to, parts, cost_cents])).toEqual([
      ["2026-11-25T09:00", lead.email, 0, 10],
      ["2026-11-27T09:00", lead.phone, 1, 80],
      ["2026-11-30T05:00", "", 0, 0],
    ]);
    expect([planned.cost_cents, planned.refusal]).toEqual([90, ""]);
    stage.optedOut.add(lead.phone);
    expect((await plan()).steps[1]).toMatchObject({ refusal: "They have opted out.", cost_cents: 0 });
    expect(await stage.rows("select 1 from crm.sequence_people")).toEqual([]);
    await stage.enrol(id, [lead.id]);
    expect((await plan()).refusal).toContain("It is in the sequence");
  });

  test("sequences are of the account alone", async () => {
    const { id, steps } = await stage.sequence();
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    const [person] = await stage.ofRecord(lead.id);
    const named = { name: "Theirs", from: "08:00", until: "18:00", days: [1] };
    const theirs = async (call: Parameters<typeof stage.ask>[0], params: object, body: object = {}) =>
      (await stage.ask(call, { params, body }, "other")).status;
    expect(await theirs("sequence", { id })).toBe(404);
    expect(await theirs("updateSequence", { id }, named)).toBe(404);
    expect(await theirs("switchSequence", { id }, { active: false })).toBe(404);
    expect(await theirs("updateSequenceStep", { id: steps[0]?.id }, emailStep)).toBe(404);
    expect(await theirs("sequencePeople", { id })).toBe(404);
    expect(await theirs("takeOut", { id: person?.id })).toBe(404);
    expect(await theirs("recordSequences", { id: lead.id })).toBe(404);
    expect(await theirs("enrol", { id }, { type: "lead", records: [lead.id] })).toBe(404);
    expect((await stage.ask("sequences", {}, "other")).body.data).toEqual([]);
    expect(await stage.rows("select 1 from crm.sequence_people", lakeside)).toEqual([]);
  });

  test("messages cost money, so who may not send puts no one in", async () => {
    const { id } = await stage.sequence();
    const lead = await stage.lead();
    expect((await stage.enrol(id, [lead.id], "seller")).status).toBe(403);
    const quiet = await stage.sequence([taskStep]);
    expect((await stage.enrol(quiet.id, [lead.id], "seller")).status).toBe(201);
    expect((await stage.ask("switchSequence", { params: { id }, body: { active: false } }, "seller")).status).toBe(403);
    expect(wednesday.getUTCDay()).toBe(3);
  });

  test("who is erased is in none of them any more", async () => {
    const { id } = await stage.sequence();
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    await stage.work();
    const whom = { msisdn: lead.phone, email: null };
    const found = (await stage.ask("personData", { body: whom }, "service")).body.sections as { kind: string }[];
    expect(found.map(({ kind }) => kind)).toContain("Sequences they were in, with what was sent");
    await stage.ask("erasePerson", { body: whom }, "service");
    expect(await stage.rows("select 1 from crm.sequence_sends")).toEqual([]);
  });
});
