import { describe, expect, test } from "vitest";
import { afterOutcome, afterRange, isChosen } from "../../rules/survey/after-records";

const at = (clock: string) => new Date(`2026-11-25T${clock}:00Z`);
const started = at("06:00");

describe("what was finished from when to when is asked about", () => {
  test("first what was finished since the start of the run, as long ago as the run waits", () => {
    expect(afterRange({ now: at("09:00"), started, seen: null, minutes: 30 })).toEqual({
      from: started,
      until: at("08:30"),
    });
  });

  test("then what is new, with some minutes read again that others may have written late", () => {
    expect(afterRange({ now: at("09:00"), started, seen: at("08:20"), minutes: 30 })).toEqual({
      from: at("08:10"),
      until: at("08:30"),
    });
  });

  test("nothing before the run has waited", () => {
    expect(afterRange({ now: at("06:20"), started, seen: null, minutes: 30 })).toBeUndefined();
  });

  test("a run that was paused for days asks about the last one only", () => {
    const range = afterRange({ now: new Date("2026-11-29T09:00:00Z"), started, seen: at("08:00"), minutes: 60 });
    expect(range).toEqual({ from: new Date("2026-11-28T08:00:00Z"), until: new Date("2026-11-29T08:00:00Z") });
  });
});

test("a share of a hundred is chosen", () => {
  expect(isChosen(100, 0.9999)).toBe(true);
  expect(isChosen(20, 0.1999)).toBe(true);
  expect(isChosen(20, 0.2)).toBe(false);
});

describe("what comes of a finished record", () => {
  const customer = { phone: "+254711000401", chosen: true, asked: false, optedOut: false, full: false };
  test.each([
    [{}, "asked"],
    [{ phone: "" }, "no number"],
    [{ phone: "22141" }, "no number"],
    [{ chosen: false, asked: true }, "not chosen"],
    [{ optedOut: true, asked: true }, "opted out"],
    [{ asked: true, full: true }, "asked before"],
    [{ full: true }, "full"],
  ])("%j: %s", (change, outcome) => {
    expect(afterOutcome({ ...customer, ...change })).toBe(outcome);
  });
});
