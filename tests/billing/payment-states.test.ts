import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  after,
  type Claimed,
  evaluate,
  type Facts,
  moves,
  nextCheck,
  type PaymentState,
} from "../../services/billing/payments/states";

const now = new Date("2026-11-21T10:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const right: Claimed = { code: "0", cents: 5_000, receipt: "SKL4ABC123" };
const facts = (given: Partial<Facts>): Facts => ({
  state: "prompted",
  amount_cents: 5_000,
  asked_at: ago(2),
  push_at: ago(2),
  confirmed_at: null,
  claims: [],
  truth: { kind: "waiting" },
  ...given,
});
const refused = { kind: "refused", code: "1032", words: "Cancelled." } as const;
const timedOut = { kind: "timed_out", code: "1037", words: "No one answered." } as const;

describe("what is done with what is known of a payment", () => {
  test.each([
    [
      "proof and claim agree",
      facts({ truth: { kind: "paid" }, claims: [right] }),
      { do: "credit", receipt: "SKL4ABC123" },
    ],
    ["proof alone, at first", facts({ truth: { kind: "paid" } }), { do: "confirm" }],
    ["proof alone, soon after", facts({ truth: { kind: "paid" }, confirmed_at: ago(1) }), { do: "wait" }],
    ["proof alone, later", facts({ truth: { kind: "paid" }, confirmed_at: ago(2) }), { do: "credit", receipt: "" }],
    ["a claim alone", facts({ claims: [right] }), { do: "wait" }],
    ["a claim, M-Pesa away", facts({ claims: [right], truth: { kind: "unreachable" } }), { do: "wait" }],
    [
      "another amount",
      facts({ truth: { kind: "paid" }, claims: [{ ...right, cents: 4_900 }] }),
      { do: "move", event: "contradicted" },
    ],
    [
      "no amount at all",
      facts({ truth: { kind: "paid" }, claims: [{ ...right, cents: null }] }),
      { do: "move", event: "contradicted" },
    ],
    [
      "two receipts",
      facts({ truth: { kind: "paid" }, claims: [right, { ...right, receipt: "SKL4ABC124" }] }),
      { do: "move", event: "contradicted" },
    ],
    [
      "refused",
      facts({ truth: refused, claims: [{ code: "1032", cents: null, receipt: "" }] }),
      { do: "move", event: "refused" },
    ],
    ["refused against a claim", facts({ truth: refused, claims: [right] }), { do: "move", event: "contradicted" }],
    ["timed out", facts({ truth: timedOut }), { do: "move", event: "timed_out" }],
    ["timed out against a claim", facts({ truth: timedOut, claims: [right] }), { do: "wait" }],
    [
      "the push under way",
      facts({ state: "requested", push_at: ago(0.5), truth: { kind: "unasked" } }),
      { do: "wait" },
    ],
    [
      "the push without an answer",
      facts({ state: "requested", truth: { kind: "unasked" } }),
      { do: "move", event: "lost" },
    ],
    [
      "nothing heard in a day",
      facts({ state: "unknown", asked_at: ago(1_500), truth: { kind: "unasked" } }),
      { do: "move", event: "contradicted" },
    ],
    [
      "M-Pesa away for a day",
      facts({ asked_at: ago(1_500), truth: { kind: "unreachable" } }),
      { do: "move", event: "timed_out" },
    ],
  ] as const)("%s", (_, given, expected) => expect(evaluate(given, now)).toMatchObject(expected));

  test("nothing is ever credited without M-Pesa's own word, or of another amount, or twice", () => {
    const claim = fc.record({
      code: fc.constantFrom("0", "1032", "1037"),
      cents: fc.constantFrom(5_000, 4_900, null),
      receipt: fc.constantFrom("", "SKL4ABC123", "SKL4ABC124"),
    });
    const truth = fc.constantFrom(
      { kind: "paid" } as const,
      refused,
      timedOut,
      { kind: "waiting" } as const,
      { kind: "unreachable" } as const,
      { kind: "unasked" } as const,
    );
    const states = Object.keys(moves) as PaymentState[];
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.array(claim, { maxLength: 4 }),
        truth,
        fc.integer({ min: 0, max: 2_000 }),
        (state, claims, known, age) => {
          const verdict = evaluate(
            facts({ state, claims, truth: known, asked_at: ago(age), confirmed_at: ago(age) }),
            now,
          );
          if (verdict.do !== "credit") return;
          expect(known.kind).toBe("paid");
          expect(["paid", "unmatched"]).not.toContain(state);
          for (const each of claims) if (each.code === "0") expect(each.cents).toBe(5_000);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test("what is paid stays paid, and only a person ends what is unmatched", () => {
  expect(moves.paid).toEqual({});
  expect(after("unmatched", "paid")).toBeUndefined();
  expect(after("unmatched", "settled")).toBe("paid");
  expect(after("timed_out", "paid")).toBe("paid");
});

test("M-Pesa is asked after a minute, every two minutes for half an hour, hourly for a day, then no more", () => {
  const minute = 60_000;
  expect(nextCheck("prompted", 10_000, false)).toBe(50_000);
  expect(nextCheck("prompted", 5 * minute, false)).toBe(2 * minute);
  expect(nextCheck("timed_out", 40 * minute, false)).toBe(60 * minute);
  expect(nextCheck("prompted", 1_500 * minute, false)).toBeUndefined();
  expect(nextCheck("prompted", 2 * minute, true)).toBeLessThan(10_000);
  for (const state of ["paid", "unmatched", "refused"] as const) expect(nextCheck(state, 0, true)).toBeUndefined();
});
