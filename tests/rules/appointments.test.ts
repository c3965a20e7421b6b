import { describe, expect, test } from "vitest";
import { type AppointmentPlan, type KnownMessage, nextStep, reminderText } from "../../rules/appointments";

const zone = "Africa/Nairobi";
/** 09:00 in Nairobi, the day before the appointment. */
const now = new Date("2026-11-24T06:00:00Z");
const at = (time: string) => new Date(`2026-11-25T${time}:00Z`);
const plan: AppointmentPlan = {
  ...{ title: "Visit", place: "Kitale", starts_at: at("09:00"), ends_at: at("10:00"), state: "scheduled", version: 0 },
  ...{ invite: true, remind_email: false, remind_sms: false, customer_minutes: 60 },
  ...{ mail_sender: "sales@savanna.test", sms_sender: "SAVANNA", email: "amina@duka.test", phone: "+254722000111" },
};
const invited: KnownMessage = {
  ...{ id: 1, kind: "invitation", state: "sent", number: 0, version: 0, title: "Visit", place: "Kitale" },
  ...{ starts_at: at("09:00"), ends_at: at("10:00"), address: "amina@duka.test", sender: "sales@savanna.test" },
  ...{ reason: "", try_at: null },
};
const takenBack: KnownMessage = { ...invited, id: 2, kind: "cancellation", number: 1 };
const step = (more: Partial<AppointmentPlan>, known: KnownMessage[] = [], when: Date = now) =>
  nextStep({ ...plan, ...more }, known, { now: when, zone });

describe("an invitation", () => {
  test.each<[what: string, more: Partial<AppointmentPlan>, known: KnownMessage[], due: object | undefined]>([
    ["the first one", {}, [], { kind: "invitation", number: 0, again: false }],
    ["none where it is not wanted", { invite: false }, [], undefined],
    ["none again while it says the same", { version: 3 }, [invited], undefined],
    ["another time", { starts_at: at("09:30") }, [invited], { kind: "invitation", number: 1, again: true }],
    ["another end", { ends_at: at("11:00") }, [invited], { kind: "invitation", number: 1 }],
    ["another place", { place: "" }, [invited], { kind: "invitation", number: 1, place: "" }],
    ["another title", { title: "Demo" }, [invited], { kind: "invitation", number: 1, title: "Demo" }],
    ["called off", { state: "cancelled" }, [invited], { kind: "cancellation", number: 1 }],
    ["withdrawn", { invite: false }, [invited], { kind: "cancellation", number: 1 }],
    ["what is taken back is what they have", { invite: false, title: "Demo" }, [invited], { title: "Visit" }],
    ["taken back once", { invite: false }, [invited, takenBack], undefined],
    ["wanted again", {}, [invited, takenBack], { kind: "invitation", number: 2, again: false }],
    ["called off before anyone was invited", { state: "cancelled" }, [], undefined],
    ["it took place", { state: "done", title: "Demo" }, [invited], undefined],
    ["another address: first it is taken back", { email: "a@b.test" }, [invited], { kind: "cancellation", number: 1 }],
    ["then the new one is invited", { email: "a@b.test" }, [invited, takenBack], { number: 2, address: "a@b.test" }],
    ["the address is gone: who was invited hears of it", { email: "", title: "Demo" }, [invited], { refusal: "" }],
    ["no address", { email: "" }, [], { refusal: "There is no email address." }],
  ])("%s", (_, more, known, due) => {
    const found = step(more, known);
    if (due === undefined) expect(found).toEqual({ step: "none" });
    else expect(found).toMatchObject({ step: "send", message: due });
  });

  test("is not sent when everything is over, and is when only what they have is to come", () => {
    expect(step({}, [], at("10:00"))).toEqual({ step: "none" });
    expect(step({ state: "cancelled" }, [invited], at("10:00"))).toEqual({ step: "none" });
    const moved = { starts_at: new Date("2026-11-20T09:00:00Z"), ends_at: new Date("2026-11-20T10:00:00Z") };
    expect(step(moved, [invited])).toMatchObject({ step: "send", message: { number: 1 } });
  });

  test("that was refused is tried again after a change, under another number", () => {
    const refused: KnownMessage = { ...invited, state: "refused", reason: "They have opted out." };
    expect(step({}, [refused])).toEqual({ step: "none" });
    expect(step({ version: 1 }, [refused])).toMatchObject({ step: "send", message: { number: 1, again: false } });
  });

  test("never overtakes one of which nobody knows whether it was sent", () => {
    const sending: KnownMessage = { ...invited, state: "sending", try_at: new Date("2026-11-24T06:05:00Z") };
    expect(step({ title: "Demo" }, [sending])).toEqual({ step: "none", until: sending.try_at });
    expect(step({ title: "Demo" }, [sending], new Date("2026-11-24T06:05:00Z"))).toEqual({ step: "retry", id: 1 });
  });

  test("that could not be paid for gives way to a newer one, and is dropped when it is over", () => {
    const waiting: KnownMessage = { ...invited, state: "waiting", try_at: at("06:00"), reason: "There is no money." };
    expect(step({}, [waiting])).toEqual({ step: "none", until: waiting.try_at });
    expect(step({ title: "Demo" }, [waiting])).toMatchObject({ step: "drop", id: 1 });
    expect(step({ mail_sender: "other@savanna.test" }, [waiting])).toMatchObject({ step: "drop", id: 1 });
    const reason = "It could not be sent in time. There is no money.";
    expect(step({}, [waiting], at("10:00"))).toEqual({ step: "drop", id: 1, reason });
  });
});

describe("a reminder", () => {
  const both = { invite: false, remind_email: true, remind_sms: true };
  const sms: KnownMessage = { ...invited, kind: "sms", number: null, address: "+254722000111", sender: "SAVANNA" };

  test("is due so many minutes before, one by email and one by SMS, each once", () => {
    expect(step(both)).toEqual({ step: "none", until: at("08:00") });
    expect(step(both, [], at("08:00"))).toMatchObject({ step: "send", message: { kind: "email", number: null } });
    const email: KnownMessage = { ...sms, kind: "email", address: "amina@duka.test", sender: "sales@savanna.test" };
    const second = step(both, [email], at("08:00"));
    expect(second).toMatchObject({ step: "send", message: { kind: "sms", address: "+254722000111" } });
    expect(step(both, [email, sms], at("08:30"))).toEqual({ step: "none" });
  });

  test("comes for the new time of one that was moved", () => {
    const moved = { ...both, remind_email: false, starts_at: at("13:00"), ends_at: at("14:00"), version: 1 };
    expect(step(moved, [sms], at("08:30"))).toEqual({ step: "none", until: at("12:00") });
  });

  test("does not come for one that was called off, took place or has begun", () => {
    expect(step({ ...both, state: "cancelled" }, [], at("08:30"))).toEqual({ step: "none" });
    expect(step({ ...both, state: "done" }, [], at("08:30"))).toEqual({ step: "none" });
    expect(step(both, [], at("09:00"))).toEqual({ step: "none" });
    const waiting: KnownMessage = { ...sms, state: "waiting", try_at: at("08:30") };
    expect(step(both, [waiting], at("09:00"))).toMatchObject({ step: "drop" });
  });

  test("waits for the morning, and is not sent where that would be too late", () => {
    // 08:00 in Nairobi; two hours before is 06:00, and nothing is sent before 07:00.
    const early = { ...both, remind_email: false, starts_at: at("05:00"), ends_at: at("06:00"), customer_minutes: 120 };
    expect(step(early, [], at("03:00"))).toEqual({ step: "none", until: at("04:00") });
    expect(step(early, [], at("04:00"))).toMatchObject({ step: "send", message: { refusal: "" } });
    const dawn = { ...early, starts_at: at("04:00"), ends_at: at("05:00") };
    const refused = step(dawn, [], at("02:00"));
    expect(refused).toMatchObject({ step: "send", message: { kind: "sms" } });
    expect(refused).toHaveProperty("message.refusal", expect.stringContaining("between 21:00 and 07:00"));
  });

  test("says its time in words", () => {
    expect([15, 60, 120, 1_440, 2_880, 90].map(reminderText)).toEqual([
      "15 minutes",
      "1 hour",
      "2 hours",
      "1 day",
      "2 days",
      "90 minutes",
    ]);
  });
});
