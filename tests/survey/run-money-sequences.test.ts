import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fault, moneyStage } from "./money-stage";

let stage: Awaited<ReturnType<typeof moneyStage>>;
beforeAll(async () => {
  stage = await moneyStage(10_000_000);
});
afterAll(() => stage.close());

const template = 120;
const toWhatsapp = { number_id: 7, template_id: 8, reminder_hours: 24 };
/** What is said on which channels. With many reminders more is sent than was held. */
const runs = {
  "by SMS": { reminders: 1, reminder_hours: 24 },
  "by SMS, with many reminders": { reminders: 3, reminder_hours: 24, expiry_hours: 720 },
  "by SMS, then on WhatsApp": { ...toWhatsapp, fallback: "whatsapp", reminders: 1 },
  "on WhatsApp, then by SMS": { ...toWhatsapp, channel_id: "whatsapp", fallback: "sms", reminders: 1 },
  "by SMS, then a link": { fallback: "web", reminders: 0 },
} as const;

const nth = fc.nat({ max: 2 });
const fault = fc.record({
  do: fc.constant("fault" as const),
  call: fc.constantFrom("hold", "settle", "sendQuestions"),
  fault: fc.constantFrom<Fault>("away", "lost"),
});
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("reply" as const),
      person: nth,
      text: fc.constantFrom("1", "2", "9", "It came late", "many"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      person: nth,
      text: fc.constantFrom("1", "2", "9", "Yes"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("silence" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("work" as const) }) },
  { weight: 3, arbitrary: fault },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("stop" as const), person: nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refuse" as const), person: nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("no WhatsApp" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("pause" as const, "resume" as const, "close" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("spend" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let numbers = 0;
let wamids = 0;
let spent = 0;

/** Does a step. One that a fault stops half way is left there, as by a crash. */
async function take(one: Step, id: number, people: readonly string[], given: string[]): Promise<void> {
  const { survey, faults, refused, billing } = stage;
  const person = people["person" in one ? one.person : 0] ?? "";
  if (one.do === "fault") faults.set(one.call, one.fault);
  else if (one.do === "reply") await survey.reply(person, one.text);
  else if (one.do === "stop") await survey.reply(person, "STOP", { stop: true });
  else if (one.do === "refuse") refused.add(person);
  else if (one.do === "no WhatsApp") survey.whatsapp.outcome = "refused";
  else if (one.do === "work") await survey.work();
  else if (one.do === "pause" || one.do === "resume" || one.do === "close") await stage.move(id, one.do);
  else if (one.do === "write") {
    survey.whatsapp.open.add(person);
    const provider_id = `wamid.money.${++wamids}`;
    const body = { number_id: 7, msisdn: person, provider_id, at: Date.now(), text: one.text, stop: false };
    await survey.must(201, "takeWhatsapp", { body }, "service");
    await survey.deliver();
  } else if (one.do === "silence") {
    await survey.rows("update survey.sessions set active_at = active_at - interval '25 hours'");
    await survey.work();
  } else {
    const reference = `blast:other-${++spent}`;
    const cents = (await stage.books()).available;
    await billing.hold({ body: { reference, cents, description: "All that is left" } });
    given.push(reference);
  }
}

for (const [name, form] of Object.entries(runs))
  test(`${name}: whatever happens, what was sent is charged, once, and nothing stays reserved`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.option(fault), fc.array(step, { minLength: 6, maxLength: 30 }), async (first, steps) => {
        const { survey, faults, refused } = stage;
        refused.clear();
        Object.assign(survey.whatsapp, { outcome: "sent" });
        survey.whatsapp.open.clear();
        survey.whatsapp.sent.length = 0;
        const people = Array.from({ length: 3 }, () => `+2547${String(11_100_000 + ++numbers)}`);
        const { id, cost } = await stage.prepared(people, form);
        const before = await stage.books();
        expect(before.held).toBe(0);
        const taken = stage.taken();
        const given: string[] = [];
        if (first) faults.set(first.call, first.fault);
        await stage.dispatch(id, cost).catch(() => undefined);
        for (const one of steps) await take(one, id, people, given).catch(() => undefined);

        // What something else held comes back, nothing fails any more, and the run is closed.
        faults.clear();
        for (const reference of given)
          await stage.billing.settle({ params: { reference }, body: { settled_cents: 0, closed: true } });
        await survey.work();
        await stage.move(id, "close");
        // News of the last templates may come for a minute.
        await survey.rows(
          "update survey.messages set tried_at = now() - interval '2 minutes' where tried_at is not null",
        );
        const run = await stage.over(id);
        await survey.deliver();
        await stage.quiet();

        const after = await stage.books();
        const templates = survey.whatsapp.sent.filter(({ template_id }) => template_id !== undefined).length;
        const charged = (stage.taken() - taken) * 80 + templates * template;
        expect(after).toMatchObject({ held: 0, charged: before.charged + charged });
        expect(after.available + charged).toBe(before.available);
        expect(after.sums).toEqual({ available: after.available, held: 0, all: 0 });
        const { money } = await stage.load(id);
        expect(run.held_cents).toBe(cost);
        expect(money).toMatchObject({ held_cents: cost, charged_cents: charged, left_cents: 0 });
        const { released_cents = 0, beyond_cents = 0 } = money ?? {};
        expect(charged + released_cents - beyond_cents).toBe(cost);
      }),
      { numRuns: 12, seed: 147, endOnFailure: true },
    );
  }, 240_000);
