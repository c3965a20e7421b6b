import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TimerClock } from "../../services/connectors/smpp/clock";
import { pace } from "../../services/connectors/smpp/pace";
import type { SubmitSm } from "../../services/connectors/smpp/pdu";
import { type Result, submitWindow, type WindowOptions } from "../../services/connectors/smpp/window";

/** A clock that the test turns; timers fire in order, some of them late, as in a busy process. */
function turnedClock(lateness: () => number = () => 0) {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const clock: TimerClock = {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms + lateness(), run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
  return {
    clock,
    pending: () => timers.length,
    turnTo(end: number): void {
      for (;;) {
        const [next] = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
    },
  };
}

const usual: WindowOptions = {
  window: 10,
  urgentShare: 0.1,
  tps: 0,
  backoffMs: 1000,
  backoffMaxMs: 30_000,
  responseMs: 30_000,
  queueMs: 1e9,
};

function rig(options: Partial<WindowOptions> = {}, lateness?: () => number) {
  const time = turnedClock(lateness);
  const written: { pdu: SubmitSm; at: number; sequence: number }[] = [];
  let silences = 0;
  const window = submitWindow(
    { ...usual, ...options },
    time.clock,
    (pdu) => {
      const sequence = written.length + 1;
      written.push({ pdu, at: time.clock.now(), sequence });
      return sequence;
    },
    () => silences++,
  );
  window.open();
  const results: Result[] = [];
  function push(count = 1, urgent = false): void {
    for (let i = 0; i < count; i++) {
      const source = urgent ? "urgent" : "bulk";
      void window.push({ command: "submit_sm", source }, urgent).then((result) => results.push(result));
    }
  }
  return { ...time, window, written, push, results, silences: () => silences };
}

/** The most entries in any sliding second, both ends of an exact second not counted twice. */
function maxInSecond(times: number[]): number {
  let most = 0;
  for (let from = 0, to = 0; to < times.length; to++) {
    while ((times[to] ?? 0) - (times[from] ?? 0) >= 1000) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

describe("the rate cap", () => {
  it("no sliding second is above the cap, whenever takes are tried", () => {
    const gaps = fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 50, maxLength: 400 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), gaps, (cap, steps) => {
        const take = pace(cap);
        const taken: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step;
          while (taken.length < 2000 && take(now) === 0) taken.push(now);
        }
        expect(maxInSecond(taken)).toBeLessThanOrEqual(cap);
      }),
    );
  });

  it.each([1, 3, 10, 100, 777, 2500])(
    "at %i a second the average is at least 0.97 of it with late timers",
    async (cap) => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          let state = seed;
          const lateness = () => {
            state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
            return (state % 100) / 50;
          };
          const { window, written, push, turnTo } = rig({ tps: cap, window: 5000 }, lateness);
          const seconds = Math.max(10, Math.ceil(200 / cap));
          push(cap * seconds + cap);
          for (let at = 0; at <= seconds * 1000; at += 100) {
            turnTo(at);
            for (let i = window.inFlight(); i > 0; i--) window.answer(written.length - i + 1, 0, "id");
          }
          const times = written.map((one) => one.at);
          expect(maxInSecond(times)).toBeLessThanOrEqual(cap);
          // From the second second on: the first may begin with what one second allows.
          const steady = times.filter((at) => at >= 1000).length / (seconds - 1);
          expect(steady).toBeGreaterThanOrEqual(0.97 * cap - 1 / (seconds - 1));
        }),
        { numRuns: 5 },
      );
    },
  );
});

describe("the window", () => {
  it("is never exceeded, whatever order the answers come in, and every submit gets its one result", async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant("push" as const), count: fc.integer({ min: 1, max: 30 }), urgent: fc.boolean() }),
      fc.record({ do: fc.constant("answer" as const), which: fc.nat(), code: fc.constantFrom(0, 0, 0, 0x0b, 0x58) }),
      fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 3000 }) }),
      fc.record({ do: fc.constant("drop" as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.array(step, { maxLength: 60 }), async (size, steps) => {
        const { window, written, push, results, turnTo, clock, pending } = rig({ window: size });
        const out = new Set<number>();
        let pushed = 0;
        let seen = 0;
        function look(): void {
          for (; seen < written.length; seen++) out.add(seen + 1);
          expect(out.size).toBeLessThanOrEqual(size);
          expect(window.inFlight()).toBe(out.size);
        }
        for (const one of steps) {
          if (one.do === "push") {
            push(one.count, one.urgent);
            pushed += one.count;
          } else if (one.do === "answer") {
            const sequence = [...out][one.which % Math.max(1, out.size)];
            if (sequence !== undefined) {
              out.delete(sequence);
              window.answer(sequence, one.code, "id");
            }
          } else if (one.do === "wait") {
            turnTo(clock.now() + one.ms);
          } else {
            out.clear();
            window.drop("gone");
            window.open();
          }
          look();
        }
        window.drop("end");
        await Promise.resolve();
        expect(results).toHaveLength(pushed);
        expect(pending()).toBe(0);
      }),
    );
  });

  it("keeps a tenth for urgent messages, so that one gets through a full blast at once", () => {
    const { push, written, window } = rig({ window: 20 });
    push(1000);
    expect(written).toHaveLength(18);
    push(1, true);
    expect(written.at(-1)?.pdu.source).toBe("urgent");
    window.answer(1, 0, "id");
    expect(window.inFlight()).toBe(19);
  });

  it("urgent messages come first where there is only one place, and under a rate cap", () => {
    const one = rig({ window: 1 });
    one.push(5);
    one.push(1, true);
    one.window.answer(1, 0, "id");
    expect(one.written.map((entry) => entry.pdu.source)).toEqual(["bulk", "urgent"]);
    const capped = rig({ window: 100, tps: 10 });
    capped.push(80);
    capped.turnTo(500);
    const before = capped.written.length;
    capped.push(1, true);
    capped.turnTo(700);
    expect(capped.written[before]?.pdu.source).toBe("urgent");
  });
});

describe("a carrier that says it is too much", () => {
  it.each([0x58, 0x14])("0x%s: pauses 1 s doubling to 30 s, and hands the message back", async (code) => {
    const { push, written, window, turnTo, results, clock } = rig();
    push(40);
    const pauses: number[] = [];
    for (let sequence = 1; pauses.length < 7; sequence++) {
      if (sequence > written.length) {
        const from = clock.now();
        while (sequence > written.length) turnTo(clock.now() + 1);
        pauses.push(clock.now() - from);
      }
      window.answer(sequence, code, "");
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    await Promise.resolve();
    expect(results.every((result) => result.kind === "throttled" && result.code === code)).toBe(true);
  });

  it("asks with one message after the pause, and goes on at full width when that one is taken", () => {
    const { push, written, window, turnTo } = rig({ urgentShare: 0 });
    push(40);
    for (let sequence = 1; sequence <= 10; sequence++) window.answer(sequence, 0x58, "");
    turnTo(999);
    expect(written).toHaveLength(10);
    turnTo(1000);
    expect(written).toHaveLength(11);
    window.answer(11, 0, "id");
    expect(window.inFlight()).toBe(10);
    window.answer(12, 0x58, "");
    expect(window.stats().pausedMs).toBe(1000);
  });

  it("refuses at once what is refused for good, and says when another try may help", async () => {
    const { push, window, results } = rig();
    push(3);
    window.answer(1, 0x0b, "");
    window.answer(2, 0x0a, "");
    window.answer(3, 0x08, "");
    await Promise.resolve();
    expect(results).toEqual([
      { kind: "refused", code: 0x0b, temporary: false },
      { kind: "refused", code: 0x0a, temporary: false },
      { kind: "refused", code: 0x08, temporary: true },
    ]);
  });
});

describe("what never gets an answer", () => {
  it("calls for a new link after 30 s", () => {
    const { push, turnTo, silences, window } = rig();
    push(2);
    turnTo(20_000);
    window.answer(1, 0, "id");
    push(1);
    turnTo(29_999);
    expect(silences()).toBe(0);
    turnTo(30_000);
    expect(silences()).toBe(1);
  });

  it("comes back as unsent when its turn does not come in time", async () => {
    const { push, turnTo, results } = rig({ window: 1, queueMs: 5000, responseMs: 60_000 });
    push(3);
    turnTo(5000);
    await Promise.resolve();
    expect(results.map((result) => result.kind)).toEqual(["unsent", "unsent"]);
  });

  it("is refused when the wire can never carry it", async () => {
    const { encode } = await import("../../services/connectors/smpp/encode");
    const time = turnedClock();
    const window = submitWindow(
      usual,
      time.clock,
      (pdu) => encode(pdu, 1).length,
      () => {},
    );
    window.open();
    const result = await window.push({ command: "submit_sm", source: "a".repeat(30) });
    expect(result).toMatchObject({ kind: "refused", temporary: false });
  });
});
