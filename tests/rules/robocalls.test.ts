import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterDial,
  maxCents,
  newTalk,
  nextTalk,
  type RobocallKey,
  robocallPrice,
  startedIntervals,
  type TalkEvent,
} from "../../rules/robocalls";

const now = new Date("2026-11-25T08:00:00Z");
const rule = { maxAttempts: 3, retryMinutes: 15 };
const keys: RobocallKey[] = [
  { key: "1", label: "I will pay", action: "answer" },
  { key: "2", label: "Hear it again", action: "repeat" },
  { key: "9", label: "Do not call me", action: "opt_out" },
];

describe("a robocall's price", () => {
  it("is for each interval that has begun", () => {
    expect([0, 1, 30, 31, 60].map((seconds) => startedIntervals(seconds, robocallPrice))).toEqual([0, 1, 1, 2, 2]);
  });

  it("is never above what was shown before, whatever is answered", () => {
    const call = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 40 }), fc.integer({ min: 10, max: 300 }), (seconds, limit) => {
        const cost = seconds
          .map((one) => startedIntervals(Math.min(one, limit), robocallPrice) * robocallPrice.price)
          .reduce((sum, one) => sum + one, 0);
        expect(cost / 100).toBeLessThanOrEqual(maxCents(seconds.length, limit, robocallPrice));
      }),
    );
  });
});

describe("a call that was placed", () => {
  it.each(["busy", "no_answer"] as const)(
    "comes again after the pause when it was %s, and so often at most",
    (result) => {
      expect(afterDial(result, 2, rule, now)).toEqual({ state: "waiting", nextAt: new Date("2026-11-25T08:15:00Z") });
      expect(afterDial(result, 3, rule, now)).toEqual({ state: "not_reached" });
    },
  );

  it("comes again when a machine that was hung up on took it, and is the machine's at last", () => {
    expect(afterDial("machine", 2, rule, now)).toEqual({ state: "waiting", nextAt: new Date("2026-11-25T08:15:00Z") });
    expect(afterDial("machine", 3, rule, now)).toEqual({ state: "machine" });
    expect(afterDial("message_left", 1, rule, now)).toEqual({ state: "machine" });
  });

  it("does not come again when it was answered, or when there is no such number", () => {
    expect(afterDial("answered", 1, rule, now)).toEqual({ state: "answered" });
    expect(afterDial("failed", 1, rule, now)).toEqual({ state: "not_reached" });
  });
});

describe("an answered call", () => {
  const follow = (events: TalkEvent[], meaning = keys) =>
    events.reduce((talk, one) => nextTalk(meaning, talk, one), newTalk);
  it("waits for a key after the sound, and ends with the one that has a meaning", () => {
    expect(follow([{ type: "played" }])).toEqual({ phase: "waiting", key: "" });
    expect(follow([{ type: "key", key: "5" }])).toEqual({ phase: "playing", key: "" });
    expect(follow([{ type: "played" }, { type: "key", key: "1" }])).toEqual({ phase: "ended", key: "1" });
  });

  it("ends after the sound where no key is asked for", () => {
    expect(follow([{ type: "played" }], [])).toEqual({ phase: "ended", key: "" });
  });

  it("plays the sound again", () => {
    expect(follow([{ type: "played" }, { type: "key", key: "2" }])).toEqual({ phase: "playing", key: "" });
  });

  it("stays over, and its key stays, whatever is told afterwards", () => {
    const event: fc.Arbitrary<TalkEvent> = fc.oneof(
      fc.constantFrom<TalkEvent>({ type: "played" }, { type: "timeout" }, { type: "gone" }),
      fc.constantFrom("1", "2", "5", "9").map((key): TalkEvent => ({ type: "key", key })),
    );
    fc.assert(
      fc.property(fc.array(event), fc.array(event), (before, after) => {
        const ended = follow([...before, { type: "timeout" }]);
        expect(after.reduce((talk, one) => nextTalk(keys, talk, one), ended)).toEqual(ended);
      }),
    );
  });
});
