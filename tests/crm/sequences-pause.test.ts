import { afterEach, beforeEach, expect, test } from "vitest";
import { emailStep, type SequenceStage, sequenceStage, smsStep } from "./sequences.fixture";

let stage: SequenceStage;
beforeEach(async () => {
  stage = await sequenceStage();
});
afterEach(() => stage.close());

const pause = (id: number, paused: boolean) => stage.ask("pauseSequencePerson", { params: { id }, body: { paused } });
const personOf = async (lead: number) => (await stage.ofRecord(lead))[0];

test("whoever is paused gets nothing until they are resumed, and then goes on where they were", async () => {
  const { id, name } = await stage.sequence([emailStep, smsStep]);
  const [lead, other] = [await stage.lead(), await stage.lead()];
  await stage.enrol(id, [lead.id, other.id]);
  await stage.work();
  const person = (await personOf(lead.id))?.id ?? 0;
  expect((await pause(person, true)).body).toMatchObject({ state: "active", paused_by: "Wanjiru Maina" });
  await stage.later(6);
  expect(stage.sent.map(({ kind, to }) => `${kind} ${to}`).sort()).toEqual(
    [`email ${lead.email}`, `email ${other.email}`, `sms ${other.phone}`].sort(),
  );
  expect((await stage.ask("sequencePeople", { params: { id }, query: { state: "paused" } })).body.data).toEqual([
    expect.objectContaining({ id: person, paused_at: expect.any(String) }),
  ]);
  expect((await pause(person, false)).body).toMatchObject({ paused_at: null, paused_by: "" });
  await stage.work();
  expect(stage.sent.filter(({ to }) => to === lead.phone)).toHaveLength(1);
  expect((await personOf(lead.id))?.state).toBe("finished");
  const changes = (await stage.ask("lead", { params: { id: lead.id } })).body.changes as { after: string }[];
  expect(changes.map(({ after }) => after)).toEqual(expect.arrayContaining([`${name} paused.`, `${name} resumed.`]));
  expect(await pause(person, true)).toMatchObject({
    ...{ status: 409, body: { message: "It is not in the sequence any more." } },
  });
});

test("a reply ends it for whoever is paused as well", async () => {
  const { id } = await stage.sequence([emailStep, smsStep]);
  const lead = await stage.lead();
  await stage.enrol(id, [lead.id]);
  await stage.work();
  const person = await personOf(lead.id);
  await pause(person?.id ?? 0, true);
  stage.hears(lead.phone, new Date(stage.clock.now.getTime() + 3_600_000));
  await stage.later(1);
  expect(await personOf(lead.id)).toMatchObject({ state: "replied", paused_at: null });
});

test("only someone who may see the kind of the record pauses it", async () => {
  const { id } = await stage.sequence([emailStep]);
  const lead = await stage.lead();
  await stage.enrol(id, [lead.id]);
  const input = { params: { id: (await personOf(lead.id))?.id ?? 0 }, body: { paused: true } };
  expect((await stage.ask("pauseSequencePerson", input, "nobody")).status).toBe(403);
  expect((await stage.ask("pauseSequencePerson", input, "other")).status).toBe(404);
});
