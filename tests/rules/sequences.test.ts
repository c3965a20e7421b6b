import { describe, expect, test } from "vitest";
import {
  fillStep,
  hoursFault,
  nextAllowed,
  nextDayAllowed,
  planSteps,
  stepDue,
  unknownFields,
  usualHours,
  waitText,
} from "../../rules/sequences";

const nairobi = "Africa/Nairobi";
const at = (text: string) => new Date(text);
const shown = (date: Date) => date.toISOString().slice(0, 16);

describe("when a step is done", () => {
  test.each([
    // Nairobi is three hours ahead; 2026-11-27 is a Friday.
    ["within the hours at once", "2026-11-27T09:30:00Z", "2026-11-27T09:30"],
    ["at the first minute", "2026-11-27T05:00:00Z", "2026-11-27T05:00"],
    ["too early: when the day begins", "2026-11-27T03:59:00Z", "2026-11-27T05:00"],
    ["at the end, which is not part of it: the next working day", "2026-11-27T15:00:00Z", "2026-11-30T05:00"],
    ["in the night that is Saturday there already", "2026-11-27T21:30:00Z", "2026-11-30T05:00"],
    ["on Sunday: on Monday", "2026-11-29T09:00:00Z", "2026-11-30T05:00"],
  ])("%s", (_, from, then) => {
    expect(shown(nextAllowed(at(from), nairobi, usualHours))).toBe(then);
  });

  test("a sequence of one day a week waits for that day", () => {
    const hours = { from: "09:00", until: "10:00", days: [3] };
    expect(shown(nextAllowed(at("2026-12-02T07:00:00Z"), nairobi, hours))).toBe("2026-12-09T06:00");
  });

  test("what is over the most of a day moves to the next day that is allowed", () => {
    expect(shown(nextDayAllowed(at("2026-11-26T06:00:00Z"), nairobi, usualHours))).toBe("2026-11-27T05:00");
    expect(shown(nextDayAllowed(at("2026-11-27T06:00:00Z"), nairobi, usualHours))).toBe("2026-11-30T05:00");
  });

  test("a wait of days ends at the same time of day, also where the clocks change", () => {
    const berlin = { zone: "Europe/Berlin", hours: { from: "08:00", until: "18:00", days: [1, 2, 3, 4, 5, 6, 7] } };
    // On 2026-10-25 the day has 25 hours.
    expect(shown(stepDue(at("2026-10-24T08:00:00Z"), { wait_days: 1, wait_hours: 0 }, berlin))).toBe(
      "2026-10-25T09:00",
    );
    expect(shown(stepDue(at("2026-10-24T08:00:00Z"), { wait_days: 0, wait_hours: 24 }, berlin))).toBe(
      "2026-10-25T08:00",
    );
  });

  test("each step waits for the one before it, and no one gets two messages on one day", () => {
    const wait = (wait_days: number, wait_hours = 0) => ({ wait_days, wait_hours });
    const steps = [
      { kind: "email" as const, ...wait(0) },
      { kind: "sms" as const, ...wait(0, 2) },
      { kind: "task" as const, ...wait(0) },
      { kind: "email" as const, ...wait(2) },
    ];
    const planned = planSteps(steps, { start: at("2026-11-25T12:00:00Z"), zone: nairobi, hours: usualHours });
    expect(planned.map((one) => shown(one.at))).toEqual([
      "2026-11-25T12:00",
      // Two hours later would be the same day.
      "2026-11-26T05:00",
      "2026-11-26T05:00",
      // Two days later is Saturday.
      "2026-11-30T05:00",
    ]);
  });

  test("hours lie within the hours in which anyone may be written to", () => {
    expect(hoursFault({ from: "07:00", until: "21:00" })).toBeUndefined();
    expect(hoursFault({ from: "06:30", until: "18:00" })).toContain("07:00 and 21:00");
    expect(hoursFault({ from: "08:00", until: "22:00" })).toContain("07:00 and 21:00");
    expect(hoursFault({ from: "12:00", until: "12:00" })).toBe("It must end after it begins.");
  });

  test("waits are said in words", () => {
    expect([waitText({ wait_days: 0, wait_hours: 0 }), waitText({ wait_days: 1, wait_hours: 3 })]).toEqual([
      "At once",
      "After 1 day and 3 hours",
    ]);
  });
});

describe("what a step says", () => {
  const person = { name: "Amina Hassan", company: "", email: "amina@duka.test", phone: "", sales_manager: "Otieno" };

  test("fields are filled in, with the words that stand for a value that is missing", () => {
    const filled = fillStep(
      { kind: "email", subject: "Hello\n{{first_name}}", body: "Dear {{name}} of {{company|your company}}" },
      person,
    );
    const text = "Dear Amina Hassan of your company";
    expect(filled).toEqual({ subject: "Hello Amina", text, values: {}, missing: [] });
  });

  test("each variable of a template on WhatsApp has a text or fields of its own, and none stays empty", () => {
    const variables = { "body.1": "{{first_name}}", "body.2": "{{company}}" };
    const { values, missing } = fillStep({ kind: "whatsapp", subject: "", body: "", variables }, person);
    expect(values).toEqual({ "body.1": "Amina", "body.2": "" });
    expect(missing).toEqual(["company"]);
  });

  test("a value that is missing is named, so that no one gets a text with a gap", () => {
    expect(fillStep({ kind: "sms", subject: "", body: "{{company}}, call {{phone}}" }, person).missing).toEqual([
      "company",
      "phone",
    ]);
  });

  test("what a record says is never a field", () => {
    const odd = { ...person, name: "{{email}} {{{x}}}" };
    expect(fillStep({ kind: "email", subject: "", body: "{{name}}" }, odd).text).not.toMatch(/\{\{|\}\}/);
  });

  test("fields that there are none of are found", () => {
    expect(unknownFields("{{name}} {{nmae}}", "{{Company|us}} {{price}}")).toEqual(["nmae", "price"]);
  });
});
