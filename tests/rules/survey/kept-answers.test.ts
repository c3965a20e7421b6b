import { describe, expect, test } from "vitest";
import {
  hasRoom,
  isOutdated,
  type KeptResponse,
  maxKeptDays,
  maxKeptLength,
  maxKeptResponses,
  readKept,
  sendOutcome,
  waitAfter,
} from "../../../rules/survey/kept-answers";

const kept = (more: Partial<KeptResponse> = {}): KeptResponse => ({
  ...{ session: "a".repeat(24), begun: true, version: 1, language: "sw", at: 1_000 },
  fields: [
    ["question", "7"],
    ["q7.text", "Chai"],
  ],
  ...more,
});
const others = (count: number) =>
  Array.from({ length: count }, (_, at) => kept({ session: String(at).padStart(24, "b") }));

describe("what a browser keeps", () => {
  test("is read as it was written", () => {
    for (const one of [kept(), kept({ begun: false, refused: true })])
      expect(readKept(JSON.stringify(one))).toEqual(one);
  });

  test.each([
    ["nothing", null],
    ["no JSON", "{"],
    ["another thing", JSON.stringify({ session: "x" })],
    ["a secret that leads elsewhere", JSON.stringify(kept({ session: "../../../user/profile/of/x" }))],
    ["fields that are none", JSON.stringify({ ...kept(), fields: [["question", 7]] })],
  ])("is nothing where there is %s", (_, text) => {
    expect(readKept(text)).toBeUndefined();
  });

  test("has a number of responses and a length, and the same response again takes its own place", () => {
    const full = others(maxKeptResponses);
    expect(hasRoom(full.slice(1), kept())).toBe(true);
    expect(hasRoom(full, kept())).toBe(false);
    expect(hasRoom(full, kept({ session: full[0]?.session ?? "" }))).toBe(true);
    const long = kept({ fields: [["q7.text", "x".repeat(maxKeptLength - 400)]] });
    expect(hasRoom([], long)).toBe(true);
    expect(hasRoom([long], long)).toBe(true);
    expect(hasRoom(others(4), long)).toBe(false);
  });

  test("is too old after thirty days, and not for a clock that goes wrong", () => {
    const days = (count: number) => count * 86_400_000;
    expect(isOutdated({ at: 0 }, days(maxKeptDays))).toBe(false);
    expect(isOutdated({ at: 0 }, days(maxKeptDays) + 1)).toBe(true);
    expect(isOutdated({ at: days(400) }, 0)).toBe(false);
  });
});

test("the waits between the tries grow up to five minutes", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 80].map(waitAfter);
  expect(waits).toEqual([5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 300_000, 300_000]);
});

describe("an answer of the server", () => {
  const path = "/respond/link/secret";
  const page = { status: 200, redirected: true, path, own: true };
  test.each([
    ["the way to the response", page, "accepted"],
    ["the way to it, where its page then fails", { ...page, status: 500, own: false }, "accepted"],
    ["the way to the start of a shared tablet", { ...page, path: "/respond/link" }, "closed"],
    ["errors", { ...page, status: 422, redirected: false }, "refused"],
    ["a survey that is closed", { ...page, status: 409, redirected: false }, "closed"],
    ["a response that is gone", { ...page, status: 404, redirected: false }, "closed"],
    ["a page of a proxy that finds nothing", { ...page, status: 404, redirected: false, own: false }, "later"],
    ["too many answers from a network", { ...page, status: 429, redirected: false }, "later"],
    ["a fault", { ...page, status: 500, redirected: false }, "later"],
    ["a network's page for signing in", { ...page, redirected: false, own: false }, "later"],
    ["the way to such a page", { ...page, path: "/welcome", own: false }, "later"],
  ] as const)("that is %s", (_, answer, outcome) => {
    expect(sendOutcome(answer, path)).toBe(outcome);
  });
});
