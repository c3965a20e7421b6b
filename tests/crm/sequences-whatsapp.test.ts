import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emailStep, type SequenceStage, sequenceStage, smsStep, whatsappStep } from "./sequences.fixture";

let stage: SequenceStage;
beforeEach(async () => {
  stage = await sequenceStage();
});
afterEach(() => stage.close());

describe("a WhatsApp step", () => {
  test("goes out as its template with the record's values, once, and is in the history", async () => {
    const { id, steps } = await stage.sequence([emailStep, whatsappStep]);
    expect(steps[1]).toMatchObject({
      subject: "visit_reminder",
      body: "Hello {{first_name}}, we visit {{company|your shop}} soon.",
    });
    const lead = await stage.lead({ company: "" });
    await stage.enrol(id, [lead.id]);
    await stage.work();
    await stage.later(1);
    await stage.work();
    expect(stage.sent.at(-1)).toEqual({
      ...{ key: expect.stringMatching(/^sequence:\d+$/), kind: "whatsapp", sender: "3", to: lead.phone },
      text: JSON.stringify({ "body.1": "Amina", "body.2": "your shop" }),
    });
    expect(stage.calls).toHaveLength(2);
    const [done] = await stage.ofRecord(lead.id);
    expect(done?.sends.map(({ kind, state, cost_cents }) => [kind, state, cost_cents])).toEqual([
      ["email", "sent", 80],
      ["whatsapp", "sent", 80],
    ]);
    const changes = (await stage.ask("lead", { params: { id: lead.id } })).body.changes as { after: string }[];
    expect(changes.map(({ after }) => after)).toContain(`WhatsApp to ${lead.phone}: visit_reminder.`);
  });

  test("whose sender died is sent again under its key with the values it had", async () => {
    const { id } = await stage.sequence([{ ...whatsappStep, wait_days: 0 }]);
    const lead = await stage.lead();
    await stage.enrol(id, [lead.id]);
    stage.state.dies = true;
    await expect(stage.work()).rejects.toThrow("died");
    stage.state.dies = false;
    const details = { type: "lead", name: "Another Name", phone: lead.phone, email: lead.email, version: 1 };
    await stage.ask("updateContactDetails", { params: { id: lead.id }, body: details });
    await stage.later(0, 1);
    expect(new Set(stage.calls).size).toBe(1);
    expect(stage.sent).toEqual([expect.objectContaining({ text: expect.stringContaining("Amina") })]);
    expect((await stage.ofRecord(lead.id))[0]?.state).toBe("finished");
  });

  test("is not sent on the day of an SMS to the same number, after a reply, or to who opted out", async () => {
    const { id } = await stage.sequence([
      { ...smsStep, wait_days: 0 },
      { ...whatsappStep, wait_days: 0 },
    ]);
    const [lead, replied, out] = [await stage.lead(), await stage.lead(), await stage.lead()];
    await stage.enrol(id, [lead.id, replied.id, out.id]);
    await stage.work();
    await stage.work();
    expect(stage.sent.map(({ kind }) => kind)).toEqual(["sms", "sms", "sms"]);
    stage.hears(replied.phone, new Date(stage.clock.now.getTime() + 3_600_000));
    stage.optedOut.add(out.phone);
    await stage.later(1);
    expect(stage.sent.filter(({ kind }) => kind === "whatsapp").map(({ to }) => to)).toEqual([lead.phone]);
    expect((await stage.ofRecord(replied.id))[0]?.state).toBe("replied");
    expect((await stage.ofRecord(out.id))[0]?.sends.at(-1)).toMatchObject({ state: "refused" });
  });

  test("is shown with its cost before someone is put in", async () => {
    const { id } = await stage.sequence([whatsappStep]);
    const lead = await stage.lead();
    const plan = () => stage.ask("planSequence", { params: { id }, body: { type: "lead", record: lead.id } });
    expect((await plan()).body).toMatchObject({
      cost_cents: 450,
      steps: [{ kind: "whatsapp", to: lead.phone, text: expect.stringContaining("Hello Amina, we visit") }],
    });
    stage.optedOut.add(lead.phone);
    expect((await plan()).body).toMatchObject({ cost_cents: 0, steps: [{ refusal: "They have opted out." }] });
    stage.optedOut.clear();
    stage.state.numberFault = "This number is switched off.";
    expect((await plan()).body).toMatchObject({ steps: [{ refusal: "This number is switched off." }] });
  });

  test("needs a number, a template and a text for each variable, with fields that there are", async () => {
    const { id } = await stage.sequence([emailStep]);
    const add = async (more: object) => {
      const answer = await stage.ask("addSequenceStep", { params: { id }, body: { ...whatsappStep, ...more } });
      return [answer.status, answer.body.errors];
    };
    expect(await add({ template_id: null })).toEqual([422, { template_id: ["Choose a template."] }]);
    expect(await add({ sender: "9" })).toEqual([422, { sender: ["Choose one of your WhatsApp numbers."] }]);
    expect(await add({ variables: { "body.1": "Hello" } })).toEqual([
      ...[422, { "variables.body.2": ["Write a text for {{2}} in the text."] }],
    ]);
    expect(await add({ variables: { "body.1": "{{frist_name}}", "body.2": "x" } })).toEqual([
      ...[422, { "variables.body.1": ["There is no field {{frist_name}}."] }],
    ]);
  });
});

test("several cost what their messages cost together; whoever can't be put in or written to costs nothing", async () => {
  const { id } = await stage.sequence([emailStep, whatsappStep, smsStep]);
  const [one, other, out, busy, silent] = [
    await stage.lead(),
    await stage.lead(),
    await stage.lead(),
    await stage.lead(),
    await stage.lead({ phone: "", email: "" }),
  ];
  const second = await stage.sequence([emailStep]);
  await stage.enrol(second.id, [busy.id]);
  stage.optedOut.add(out.phone);
  const ids = (...leads: { id: number }[]) => leads.map((lead) => lead.id);
  const price = (records: number[]) => stage.ask("priceSequence", { params: { id }, body: { type: "lead", records } });
  const plan = await stage.ask("planSequence", { params: { id }, body: { type: "lead", record: one.id } });
  const each = Number(plan.body.cost_cents);
  expect((await price(ids(one, other, busy, silent))).body).toEqual({ records: 2, messages: 6, cost_cents: 2 * each });
  const email = (plan.body.steps as { cost_cents: number }[])[0]?.cost_cents;
  expect((await price(ids(out))).body).toEqual({ records: 1, messages: 1, cost_cents: email });
});
