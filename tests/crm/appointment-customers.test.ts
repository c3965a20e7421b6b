import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { customerTask, customerTasks, tellCustomer } from "../../services/crm/appointments/tell";
import type { Appointment, AppointmentMessage } from "../../services/crm/contract.appointments";
import type { RecordDetail } from "../../services/crm/contract.records";
import { appointmentStage, calendarLines } from "./appointments.fixture";
import { savanna, type Token } from "./fixture";
import type { SequenceStage } from "./sequences.fixture";

let stage: SequenceStage;
let lead: RecordDetail;
beforeEach(async () => {
  ({ stage, lead } = await appointmentStage());
});
afterEach(() => stage.close());

const at = (time: string) => `2026-11-25T${time}:00Z`;
const visit = (more: object = {}) => ({
  ...{ title: "Visit", place: "Kitale", starts_at: at("09:00"), ends_at: at("10:00") },
  ...more,
});
const senders = { mail_sender: "sales@savanna.test", sms_sender: "SAVANNA" };
const inviting = { customer: { invite: true, ...senders } };
const reminding = { customer: { remind_email: true, remind_sms: true, minutes: 60, ...senders } };
const ask = (record: number, more: object, token: Token = "owner") =>
  stage.ask("addAppointment", { body: { id: record, ...visit(more) } }, token);
async function add(more: object = inviting, record = lead.id): Promise<Appointment> {
  const answer = await ask(record, more);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as unknown as Appointment;
}
async function change(id: number, more: object): Promise<void> {
  expect(await stage.ask("updateAppointment", { params: { id }, body: visit(more) })).toMatchObject({ status: 201 });
}
const work = (id: number) => tellCustomer(stage.database, stage.deps, savanna, id);
const messages = async (id: number) =>
  (await stage.ask("appointmentMessages", { params: { id } })).body.data as AppointmentMessage[];
const lines = (place: number) => calendarLines(stage.sent[place]?.calendar?.text);
const methods = () => stage.sent.map(({ calendar }) => calendar?.method);
const numbers = () => stage.sent.map((_, place) => lines(place).find((line) => line.startsWith("SEQUENCE")));

describe("the invitation of a customer", () => {
  test("is an email that calendars read, sent once, and noted with the appointment and its record", async () => {
    const { id, customer } = await add();
    expect(customer).toMatchObject({ invite: true, remind_sms: false });
    await Promise.all([work(id), work(id)]);
    await work(id);
    expect(stage.sent).toHaveLength(1);
    expect(stage.sent[0]).toMatchObject({
      ...{ kind: "email", sender: "sales@savanna.test", to: "amina@duka.test" },
      ...{ subject: "Invitation: Visit, Wednesday, 25 November 2026, 12:00", calendar: { method: "REQUEST" } },
    });
    expect(stage.sent[0]?.text).toContain(
      "When: Wednesday, 25 November 2026, 12:00 to 13:00 (GMT+03:00)\nWhere: Kitale",
    );
    expect(lines(0)).toEqual(
      expect.arrayContaining([
        ...["METHOD:REQUEST", "SEQUENCE:0", "DTSTART:20261125T090000Z", "SUMMARY:Visit", "LOCATION:Kitale"],
        'ORGANIZER;CN="Savanna Traders":mailto:sales@savanna.test',
      ]),
    );
    expect(await messages(id)).toMatchObject([
      { kind: "invitation", state: "sent", number: 0, address: "amina@duka.test", reason: "", cost_cents: 80 },
    ]);
    const { changes } = (await stage.ask("lead", { params: { id: lead.id } })).body as unknown as RecordDetail;
    expect(changes).toContainEqual(
      expect.objectContaining({ field: "Appointment", after: "Invitation to amina@duka.test: Visit." }),
    );
  });

  test("is not sent unless it is chosen", async () => {
    const { id } = await add({});
    await work(id);
    expect(stage.sent).toEqual([]);
  });

  test("follows time, place and title under the same UID, and is taken back when it is called off", async () => {
    const { id } = await add();
    await work(id);
    await change(id, { starts_at: at("11:00"), ends_at: at("12:00") });
    await work(id);
    // What the customer is not told of changes nothing for them.
    await change(id, { starts_at: at("11:00"), ends_at: at("12:00"), remind_minutes: 15 });
    await work(id);
    await change(id, { starts_at: at("11:00"), ends_at: at("12:00"), state: "cancelled" });
    await work(id);
    expect(methods()).toEqual(["REQUEST", "REQUEST", "CANCEL"]);
    expect(numbers()).toEqual(["SEQUENCE:0", "SEQUENCE:1", "SEQUENCE:2"]);
    const uids = stage.sent.map((_, place) => lines(place).find((line) => line.startsWith("UID:")));
    expect(new Set(uids).size).toBe(1);
    expect(stage.sent[2]?.text).toContain("Savanna Traders has cancelled this appointment.");
  });

  test("says only how it is now when it was changed several times before it went out", async () => {
    const { id } = await add();
    await change(id, { title: "Demo" });
    await change(id, { title: "Demo of the coolers" });
    await work(id);
    expect(stage.sent.map(({ subject }) => subject)).toEqual([
      "Invitation: Demo of the coolers, Wednesday, 25 November 2026, 12:00",
    ]);
  });

  test("is taken back when the choice is, and a body without the choice leaves it", async () => {
    const { id } = await add();
    await work(id);
    await change(id, {});
    await work(id);
    expect(methods()).toEqual(["REQUEST"]);
    await change(id, { customer: { invite: false } });
    await work(id);
    expect(methods()).toEqual(["REQUEST", "CANCEL"]);
    expect(stage.sent[1]?.text).toContain("You are no longer invited to this appointment with Savanna Traders.");
  });

  test("of which nobody knows whether it was sent is found out before the next one", async () => {
    const { id } = await add();
    stage.state.dies = true;
    const job = customerTasks(stage.database, stage.deps)[customerTask];
    await expect(job?.({ account: savanna, id })).rejects.toThrow("the process died");
    stage.state.dies = false;
    // However often it fails, it is tried again.
    expect(await stage.queued(customerTask)).toMatchObject([{ run_at: new Date("2026-11-24T06:05:00Z") }]);
    await change(id, { title: "Demo" });
    await work(id);
    expect(stage.sent).toHaveLength(1);
    stage.clock.now = new Date("2026-11-24T06:06:00Z");
    await work(id);
    expect(numbers()).toEqual(["SEQUENCE:0", "SEQUENCE:1"]);
    expect((await messages(id)).map(({ state }) => state)).toEqual(["sent", "sent"]);
  });

  test("without money waits, and gives way to what is said now", async () => {
    const { id } = await add();
    stage.state.money = false;
    await work(id);
    expect(await messages(id)).toMatchObject([{ state: "waiting", reason: "There is not enough money for this." }]);
    stage.state.money = true;
    await change(id, { title: "Demo" });
    await work(id);
    expect(await messages(id)).toMatchObject([
      { state: "sent", number: 1 },
      { state: "refused", number: 0 },
    ]);
    expect(stage.sent.map(({ subject }) => subject)).toEqual([expect.stringContaining("Demo")]);
  });

  test("to someone who has opted out since is not sent, and says why", async () => {
    const { id } = await add();
    stage.optedOut.add("amina@duka.test");
    await work(id);
    await work(id);
    expect(await messages(id)).toMatchObject([{ state: "refused", reason: "This number has opted out." }]);
    expect(stage.calls).toHaveLength(1);
  });

  test("of a deal goes to its contact, and into the histories of both", async () => {
    const made = await stage.ask("createCrmContact", { body: { name: "Barasa", email: "barasa@duka.test" } });
    const contact_id = Number(made.body.id);
    const deal = (await stage.ask("createDeal", { body: { name: "Cold room", contact_id } })).body;
    const { id } = await add(inviting, Number(deal.id));
    await work(id);
    expect(stage.sent.map(({ to }) => to)).toEqual(["barasa@duka.test"]);
    const histories = await stage.rows<{ record_id: number }>(
      "select record_id from crm.changes where field = 'Appointment' order by record_id",
    );
    expect(histories.map(({ record_id }) => record_id)).toEqual([contact_id, Number(deal.id)]);
  });

  test("has nothing of what people type as a field or a line of its own", async () => {
    const { id } = await add({ ...inviting, title: "Visit {{phone}}\r\nATTENDEE:mailto:x@y.test" });
    await work(id);
    expect(stage.sent[0]?.subject).toMatch(/^Invitation: Visit \{phone\} ATTENDEE/);
    expect(lines(0).filter((line) => line.startsWith("ATTENDEE"))).toHaveLength(1);
  });
});

describe("a reminder of a customer", () => {
  test("comes by email and SMS when it is due, once", async () => {
    const { id } = await add(reminding);
    await work(id);
    expect(stage.sent).toEqual([]);
    stage.clock.now = new Date(at("08:00"));
    await Promise.all([work(id), work(id)]);
    await work(id);
    expect(stage.sent.map(({ kind }) => kind)).toEqual(["email", "sms"]);
    expect(stage.sent[0]?.calendar).toBeUndefined();
    expect(stage.sent[1]).toMatchObject({
      ...{ sender: "SAVANNA", to: lead.phone },
      text: "Reminder from Savanna Traders: Visit, Wednesday, 25 November 2026, 12:00. Place: Kitale.",
    });
  });

  test("waits in the queue until it is due", async () => {
    const { id } = await add(reminding);
    await work(id);
    const found = await stage.queued(customerTask);
    expect(found).toEqual([{ payload: { account: savanna, id }, run_at: new Date(at("08:00")) }]);
  });

  test("that the night would make late is not sent, and says why", async () => {
    // 07:00 in Nairobi; the reminder would be at 06:00.
    const { id } = await add({ ...reminding, starts_at: at("04:00"), ends_at: at("05:00") });
    stage.clock.now = new Date(at("03:00"));
    await work(id);
    stage.clock.now = new Date(at("04:00"));
    await work(id);
    expect(stage.sent).toEqual([]);
    expect(await messages(id)).toMatchObject([
      { kind: "sms", state: "refused", reason: expect.stringContaining("begins before") },
      { kind: "email", state: "refused" },
    ]);
  });
});

describe("the choices", () => {
  const errors = async (record: number, customer: object, token: Token = "owner") => {
    const answer = await ask(record, { customer: { ...senders, ...customer } }, token);
    expect(answer.status).toBe(422);
    return answer.body.errors;
  };
  const all = { invite: true, remind_email: true, remind_sms: true };

  test("can't be made without an address or a number", async () => {
    const { id } = await stage.lead({ email: "", phone: "" });
    const shown = await stage.ask("appointmentCustomer", { params: { id } });
    expect(shown.body).toMatchObject({
      ...{ email_reason: "There is no email address.", sms_reason: "There is no phone number." },
    });
    expect(await errors(id, all)).toEqual({
      "customer.invite": ["There is no email address."],
      "customer.remind_email": ["There is no email address."],
      "customer.remind_sms": ["There is no phone number."],
    });
    const deal = (await stage.ask("createDeal", { body: { name: "Cold room" } })).body;
    expect(await errors(Number(deal.id), { invite: true })).toEqual({
      "customer.invite": ["The deal has no contact."],
    });
  });

  test("can't be made for someone who has opted out", async () => {
    stage.optedOut.add("amina@duka.test").add(lead.phone);
    const shown = await stage.ask("appointmentCustomer", { params: { id: lead.id } });
    expect(shown.body).toMatchObject({ email_reason: "They have opted out.", sms_reason: "They have opted out." });
    expect(Object.keys((await errors(lead.id, all)) ?? {})).toHaveLength(3);
  });

  test("need whom it is from, and a person who may send messages", async () => {
    expect(await errors(lead.id, { ...all, mail_sender: "", sms_sender: "OTHER" })).toEqual({
      "customer.mail_sender": ["Choose an address that it is from."],
      "customer.sms_sender": ["Choose a sender ID that can be used: this one can't."],
    });
    expect(await errors(lead.id, { invite: true }, "seller")).toEqual({
      "customer.invite": ["Your account does not have Email."],
    });
  });

  test("that were made once do not keep an appointment from being moved", async () => {
    const { id } = await add();
    await work(id);
    stage.optedOut.add("amina@duka.test");
    await change(id, { ...inviting, title: "Demo" });
    await work(id);
    expect(await messages(id)).toMatchObject([
      { state: "refused", number: 1 },
      { state: "sent", number: 0 },
    ]);
  });

  test("of other accounts are not shown", async () => {
    const { id } = await add();
    expect((await stage.ask("appointmentCustomer", { params: { id: lead.id } }, "other")).status).toBe(404);
    expect((await stage.ask("appointmentMessages", { params: { id } }, "other")).status).toBe(404);
  });
});

test("an erasure takes what was sent, also about a deal", async () => {
  const made = await stage.ask("createCrmContact", { body: { name: "Barasa", email: "barasa@duka.test" } });
  const deal = (await stage.ask("createDeal", { body: { name: "Cold room", contact_id: made.body.id } })).body;
  const { id } = await add(inviting, Number(deal.id));
  await work(id);
  const whom = { msisdn: null, email: "barasa@duka.test" };
  const counted = await stage.ask("personCounts", { body: whom }, "service");
  expect(JSON.stringify(counted.body)).toContain("Invitations and reminders sent to them");
  await stage.ask("erasePerson", { body: whom }, "service");
  expect(await messages(id)).toEqual([]);
});
