import fc from "fast-check";
import { expect, test } from "vitest";
import {
  furthest,
  mayEnter,
  type StageDone,
  setupProgress,
  setupStages,
  stageFor,
} from "../../app/chat/setup/setup-stages";

const done = (...names: (keyof StageDone)[]): StageDone => ({
  channels: names.includes("channels"),
  channel: names.includes("channel"),
  subscription: names.includes("subscription"),
  payment: names.includes("payment"),
});

test("the set-up begins with the channels, in the documented order (Q067)", () => {
  expect(setupStages).toEqual(["channels", "channel", "subscription", "payment"]);
  expect(stageFor(null, done())).toEqual({ stage: "channels", held: false });
  expect(stageFor("nonsense", done("channels", "channel"))).toEqual({ stage: "channels", held: false });
});

test("forward only when the stage before is complete; back always", () => {
  expect(stageFor("payment", done("channels"))).toEqual({ stage: "channel", held: true });
  expect(stageFor("subscription", done("channels", "channel"))).toEqual({ stage: "subscription", held: false });
  expect(stageFor("channels", done("channels", "channel", "subscription", "payment")).held).toBe(false);
  // A later stage that is complete by itself opens nothing before its turn.
  expect(stageFor("payment", done("subscription", "payment"))).toEqual({ stage: "channels", held: true });
});

test("progress is a quarter a stage, and never counts over a gap", () => {
  expect(setupProgress(done())).toBe(0);
  expect(setupProgress(done("channels", "channel"))).toBe(50);
  expect(setupProgress(done("subscription", "payment"))).toBe(0);
  expect(setupProgress(done(...setupStages))).toBe(100);
});

test("one may always go back to any stage before the one that is shown", () => {
  const any = fc.record({
    channels: fc.boolean(),
    channel: fc.boolean(),
    subscription: fc.boolean(),
    payment: fc.boolean(),
  });
  fc.assert(
    fc.property(any, fc.constantFrom(...setupStages), (state, asked) => {
      const { stage } = stageFor(asked, state);
      for (const before of setupStages.slice(0, setupStages.indexOf(stage))) {
        expect(mayEnter(before, state)).toBe(true);
        expect(state[before]).toBe(true);
      }
      expect(mayEnter(furthest(state), state)).toBe(true);
    }),
  );
});
