import { afterEach, beforeEach, expect, test } from "vitest";
import type { InvitationReply } from "../../rules/invitation-answers";
import { tellCustomer } from "../../services/crm/appointments/tell";
import type { Appointment } from "../../services/crm/contract.appointments";
import type { RecordDetail } from "../../services/crm/contract.records";
import { appointmentStage, calendarLines } from "./appointments.fixture";
import { lakeside, savanna } from "./fixture";
import type { SequenceStage } from "./sequences.fixture";

let stage: SequenceStage;
let lead: RecordDetail;
beforeEach(async () => {
  ({ stage, lead } = await appointmentStage());
});
afterEach(() => stage.close());

const visit = (more: object = {}) => ({
  ...{ title: "Visit", starts_at: "2026-11-25T09:00:00Z", ends_at: "2026-11-25T10:00:00Z" },
  customer: { invite: true, mail_sender: "sales@savanna.test" },
  ...more,
});
async function invite(): Promise<Appointment> {
  const answer = await stage.ask("addAppointment", { body: { id: lead.id, ...visit() } });
  expect(answer.status).toBe(201);
  const made = answer.body as unknown as Appointment;
  await tellCustomer(stage.database, stage.deps, savanna, made.id);
  return made;
}
const change = async (id: number, more: object) => {
  expect((await stage.ask("updateAppointment", { params: { id }, body: visit(more) })).status).toBe(201);
  await tellCustomer(stage.database, stage.deps, savanna, id);
};
/** A line of the newest invitation, as a calendar program reads it. */
const line = (name: string) =>
  calendarLines(stage.sent.at(-1)?.calendar?.text).find((one) => one.startsWith(name)) ?? "";
const uid = () => line("UID:").slice(4);
async function answers(more: Partial<InvitationReply> = {}, account = savanna): Promise<boolean> {
  const body = {
    ...{ uid: uid(), attendee: "amina@duka.test", answer: "accepted", number: 0 },
    ...{ at: "2026-11-24T05:00:00.000Z", comment: "" },
    ...more,
  };
  const answer = await stage.ask("answerInvitation", { body }, "service", account);
  expect(answer.status).toBe(200);
  return answer.body.taken as unknown as boolean;
}
const present = async (id: number) =>
  ((await stage.ask("appointment", { params: { id } })).body as unknown as Appointment).answer;
const history = async () => {
  const { changes } = (await stage.ask("lead", { params: { id: lead.id } })).body as unknown as RecordDetail;
  return changes.filter(({ field }) => field === "Appointment").map(({ after, by }) => [after, by]);
};

test("an answer is with the appointment, in the history and with whose appointment it is, once", async () => {
  const { id, answer } = await invite();
  expect(answer).toBeNull();
  const said = { comment: "I bring the keys." };
  expect(await answers(said)).toBe(true);
  expect(await answers(said)).toBe(true);
  expect(await present(id)).toEqual({
    answer: "accepted",
    at: "2026-11-24T05:00:00.000Z",
    comment: "I bring the keys.",
  });
  expect((await history())[0]).toEqual(["Accepted: Visit. I bring the keys.", "amina@duka.test"]);
  expect(await history()).toHaveLength(2);
  // Another mind, and an answer that was given before it and came late.
  expect(await answers({ answer: "declined", at: "2026-11-24T05:30:00.000Z" })).toBe(true);
  expect(await answers({ answer: "tentative", at: "2026-11-24T05:10:00.000Z" })).toBe(true);
  expect(await present(id)).toMatchObject({ answer: "declined", comment: "" });
  const notices = await stage.rows<{ kind: string; words: string }>(
    "select kind, words from events.notices where kind = 'appointment answered' order by 2",
  );
  expect(notices.map(({ words }) => words)).toEqual([
    "Amina Hassan answered the invitation to Visit: accepted.",
    "Amina Hassan answered the invitation to Visit: declined.",
  ]);
  const listed = (await stage.ask("appointments", { query: { record: lead.id } })).body.data as Appointment[];
  expect(listed[0]?.answer?.answer).toBe("declined");
});

test("an answer from the future is one of now, and one without its time too", async () => {
  const { id } = await invite();
  await answers({ at: "2030-01-01T00:00:00.000Z" });
  expect((await present(id))?.at).toBe("2026-11-24T06:00:00.000Z");
  stage.clock.now = new Date("2026-11-24T07:00:00Z");
  await answers({ answer: "declined", at: null });
  expect(await present(id)).toMatchObject({ answer: "declined", at: "2026-11-24T07:00:00.000Z" });
});

test("a new invitation asks again; what answers the one before is no answer", async () => {
  const { id } = await invite();
  await answers();
  await change(id, { starts_at: "2026-11-26T09:00:00Z", ends_at: "2026-11-26T10:00:00Z" });
  expect(await present(id)).toBeNull();
  const number = Number(line("SEQUENCE:").slice("SEQUENCE:".length));
  expect(number).toBeGreaterThan(0);
  expect(await answers({ number: 0 })).toBe(false);
  expect(await answers({ number, answer: "tentative" })).toBe(true);
  expect(await present(id)).toMatchObject({ answer: "tentative" });
});

test("only who was invited answers, to an appointment of this account that takes place", async () => {
  const { id } = await invite();
  expect(await answers({ attendee: "someone@duka.test" })).toBe(false);
  expect(await answers({ uid: "not one of ours" })).toBe(false);
  expect(await answers({ uid: "3f0e8b0e-1f0b-4c55-9a3e-0d6f6f2a9c11" })).toBe(false);
  expect(await answers({}, lakeside)).toBe(false);
  await stage.ask("updateAppointment", { params: { id }, body: visit({ state: "cancelled" }) });
  expect(await answers()).toBe(false);
  expect(await present(id)).toBeNull();
});

test("calendar programs send their answers to the address that the sender names for them", async () => {
  stage.answersTo["sales@savanna.test"] = "support@savanna.test";
  await invite();
  expect(line("ORGANIZER")).toBe('ORGANIZER;CN="Savanna Traders":mailto:support@savanna.test');
});
