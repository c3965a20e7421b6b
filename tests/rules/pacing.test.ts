import { describe, expect, it } from "vitest";
import { callsToPlace, dropShareText, isAtCap, tenthsText } from "../../rules/pacing";

const none = { answered: 0, dropped: 0, capTenths: 30 };

/** Numbers from 0 to 1, the same in each run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("how many calls are placed", () => {
  it("is one for each free agent at one, and more at a higher ratio", () => {
    expect(callsToPlace({ ...none, free: 3, unreserved: 0, ratioTenths: 10 })).toEqual({
      ...{ calls: 3, reserved: true, limited: false },
    });
    expect(callsToPlace({ ...none, free: 3, unreserved: 1, ratioTenths: 15 })).toEqual({
      ...{ calls: 3, reserved: false, limited: false },
    });
    expect(callsToPlace({ ...none, free: 0, unreserved: 0, ratioTenths: 30 }).calls).toBe(0);
  });

  it("is one for each free agent from the limit on", () => {
    const at = { answered: 100, dropped: 3, capTenths: 30, free: 2, unreserved: 0, ratioTenths: 30 };
    expect(callsToPlace(at)).toEqual({ calls: 2, reserved: true, limited: true });
    expect(callsToPlace({ ...at, dropped: 2 })).toEqual({ calls: 6, reserved: false, limited: false });
    // At one there is nothing to limit.
    expect(callsToPlace({ ...at, ratioTenths: 10 })).toEqual({ calls: 2, reserved: true, limited: false });
    expect(isAtCap({ answered: 0, dropped: 0, capTenths: 0 })).toBe(true);
    expect(isAtCap(none)).toBe(false);
  });

  it("never has more on their way than the ratio allows, whatever ends when", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const next = chance(seed);
      const [agents, ratioTenths] = [Math.floor(next() * 9), 10 + Math.floor(next() * 21)];
      let [unreserved, kept, talking, answered, dropped] = [0, 0, 0, 0, 0];
      for (let step = 0; step < 60; step++) {
        const free = agents - kept - talking;
        const place = callsToPlace({ answered, dropped, capTenths: 30, free, unreserved, ratioTenths });
        if (place.reserved) kept += place.calls;
        else unreserved += place.calls;
        expect(kept + talking).toBeLessThanOrEqual(agents);
        if (place.calls > 0 && !place.reserved) expect(unreserved).toBeLessThanOrEqual((free * ratioTenths) / 10);
        if (place.calls > 0 && place.reserved) expect(place.calls + unreserved).toBeLessThanOrEqual(free);
        if (kept > 0 && next() < 0.5) {
          kept--;
          if (next() < 0.6) [answered, talking] = [answered + 1, talking + 1];
        }
        if (unreserved > 0 && next() < 0.5) {
          unreserved--;
          if (next() < 0.6) {
            answered++;
            if (agents - kept - talking > 0) talking++;
            else dropped++;
          }
        }
        if (talking > 0 && next() < 0.3) talking--;
        // At one everybody who answers has an agent.
        if (ratioTenths === 10) expect(dropped).toBe(0);
      }
    }
  });

  it("says shares in percent", () => {
    expect([tenthsText(30), tenthsText(34)]).toEqual(["3", "3.4"]);
    expect([dropShareText(none), dropShareText({ answered: 1_000, dropped: 34 })]).toEqual(["–", "3.4 %"]);
  });
});
