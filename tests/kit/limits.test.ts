import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixedWindow, tokenBucket } from "../../services/kit/limits";

function clock() {
  let now = 5_000_000;
  return {
    now: () => now,
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
  };
}

describe("fixedWindow", () => {
  it("allows so many in the window, says when it ends, and begins anew", () => {
    const time = clock();
    const limit = fixedWindow({ limit: 3, seconds: 60, now: time.now });
    expect([1, 2, 3].map(() => limit.take("a").allowed)).toEqual([true, true, true]);
    time.pass(20);
    expect(limit.take("a")).toEqual({ allowed: false, retryAfter: 40 });
    expect(limit.take("b")).toEqual({ allowed: true, left: 2 });
    time.pass(40);
    expect(limit.take("a")).toEqual({ allowed: true, left: 2 });
  });

  it("forgets a key that is cleared", () => {
    const limit = fixedWindow({ limit: 1, seconds: 60 });
    limit.take("a");
    limit.clear("a");
    expect(limit.take("a").allowed).toBe(true);
  });
});

describe("tokenBucket", () => {
  it("lets a burst pass and then the steady rate", () => {
    const time = clock();
    const limit = tokenBucket({ burst: 5, perSecond: 0.5, now: time.now });
    expect(Array.from({ length: 6 }, () => limit.take("a").allowed)).toEqual([true, true, true, true, true, false]);
    expect(limit.take("a")).toEqual({ allowed: false, retryAfter: 2 });
    time.pass(2);
    expect(limit.take("a").allowed).toBe(true);
    expect(limit.take("a").allowed).toBe(false);
    time.pass(3600);
    expect(limit.take("a")).toEqual({ allowed: true, left: 4 });
  });

  it("waiting as long as it says always helps, for any burst, rate and cost", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.integer({ min: 1, max: 50 }),
        (burst, perSecond, wanted) => {
          const cost = Math.min(wanted, burst);
          const time = clock();
          const limit = tokenBucket({ burst, perSecond, now: time.now });
          for (let at = 0; at < burst + 1; at += 1) {
            const decision = limit.take("a", cost);
            if (decision.allowed) continue;
            expect(decision.retryAfter).toBeGreaterThanOrEqual(1);
            time.pass(decision.retryAfter + 0.001);
            expect(limit.take("a", cost).allowed).toBe(true);
            return;
          }
        },
      ),
    );
  });
});

describe("memory", () => {
  it("stays bounded; the key unused for longest is forgotten first", () => {
    const limit = fixedWindow({ limit: 1, seconds: 60, keys: 3 });
    for (const key of ["a", "b", "c"]) limit.take(key);
    expect(limit.take("a").allowed).toBe(false);
    limit.take("d");
    expect(limit.take("a").allowed).toBe(false);
    expect(limit.take("c").allowed).toBe(false);
    expect(limit.take("b").allowed).toBe(true);
  });
});
