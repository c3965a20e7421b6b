import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Call, type CallInput, isConsultation, isLive, logUpdate, nextCall } from "../../rules/call";
import { nextCalls, type PhoneCalls, type PhoneInput, promoteConsult } from "../../rules/consultation";

const who = { phone: "+254733000141", name: "Otieno" };
const colleague = { kind: "consult", consultId: "ask", phone: "1002", name: "Fatuma" } as const;
type Short = { kind: PhoneInput["kind"]; id?: string } & Record<string, unknown>;
const ofConsult = (...kinds: CallInput["kind"][]) => kinds.map((kind) => ({ kind, id: "ask" }));

/** The calls of a phone that went through these inputs, one second apart, from an answered call on. */
function callsAfter(...inputs: (Short | PhoneInput["kind"])[]): PhoneCalls {
  const begun = nextCall(undefined, { kind: "incoming", id: "1", at: 0, ...who });
  const answered = ["answer", "confirmed"].reduce(
    (call, kind) => nextCall(call, { kind, id: "1", at: 1000 } as CallInput),
    begun,
  );
  return inputs.reduce<PhoneCalls>(
    (calls, given, step) => {
      const input = typeof given === "string" ? { kind: given } : given;
      return nextCalls(calls, { id: "1", at: 2000 + step * 1000, ...input } as PhoneInput);
    },
    { call: answered, consult: undefined },
  );
}
const talking = [colleague, "held", ...ofConsult("progress", "accepted", "confirmed")] as const;
const join = { kind: "join", target: "1002" } as const;

describe("asking somebody before the caller is joined with them", () => {
  test("the caller is on hold before anybody is called, and the call is about them", () => {
    const waits = callsAfter(colleague);
    expect(waits.call).toMatchObject({ state: "inProgress", holdPending: true });
    expect(waits.consult).toMatchObject({ state: "idle", consultOf: "1", about: who.phone });
    expect(callsAfter(colleague, "held").consult).toMatchObject({ state: "calling/trying", began: 3000 });
    const { call, consult } = callsAfter(...talking);
    expect([call?.state, consult?.state]).toEqual(["onHold", "inProgress"]);
    expect(isConsultation(consult as Call)).toBe(true);
    expect(isConsultation(call as Call)).toBe(false);
  });

  test("only from inProgress, one at a time", () => {
    expect(callsAfter("hold", "held", colleague).consult).toBeUndefined();
    expect(callsAfter("hold", colleague).consult).toBeUndefined();
    expect(callsAfter(...talking, { ...colleague, consultId: "two" }).consult?.sessionId).toBe("ask");
  });

  test("a hold that fails leaves the call as it was, and nobody is called", () => {
    const { call, consult } = callsAfter(colleague, "holdFailed");
    expect(call).toMatchObject({ state: "inProgress", holdPending: false });
    expect(consult).toBeUndefined();
  });

  test("joined: both end Complete here, and the log hears who has the caller", () => {
    const joining = callsAfter(...talking, join);
    expect(joining.call).toMatchObject({ state: "transferring", onHold: true });
    const over = callsAfter(...talking, join, "transferred", "ended", ...ofConsult("ended"));
    expect([over.call?.status, over.consult?.status]).toEqual(["Complete", "Complete"]);
    expect(logUpdate(joining.call, over.call, 20_000)).toMatchObject({ state: "terminated", transferredTo: "1002" });
  });

  test("the colleague's phone ends its part before the exchange says that it worked: that is no failure", () => {
    const early = callsAfter(...talking, join, ...ofConsult("ended"));
    expect(early.call?.state).toBe("transferring");
    expect(callsAfter(...talking, join, ...ofConsult("ended"), "transferred").call?.transferredTo).toBe("1002");
  });

  test("not joined before they answer; a joining that fails leaves both, and the caller on hold", () => {
    expect(callsAfter(colleague, "held", ...ofConsult("progress"), join).call?.state).toBe("onHold");
    const { call, consult } = callsAfter(...talking, join, "transferFailed");
    expect([call?.state, call?.transferTo, consult?.state]).toEqual(["onHold", "", "inProgress"]);
    expect(callsAfter(...talking, join, "transferFailed", "ended").call?.transferredTo).toBe("");
  });

  test("back to the caller: whoever was asked goes, and the caller is taken off hold", () => {
    const { call, consult } = callsAfter(...talking, "goBack");
    expect([call?.state, call?.holdPending, consult?.state]).toEqual(["onHold", true, "terminating"]);
    expect(callsAfter(...talking, "goBack", ...ofConsult("ended"), "resumed").call?.state).toBe("inProgress");
    expect(callsAfter(colleague, "goBack").consult).toBeUndefined();
    expect(callsAfter(...talking, join, "goBack").call?.state).toBe("transferring");
  });

  test("nobody speaks with two at once: the caller stays on hold while somebody is asked", () => {
    expect(callsAfter(...talking, "resume").call?.holdPending).toBe(false);
    expect(callsAfter(...talking, ...ofConsult("ended"), "resume").call?.holdPending).toBe(true);
  });

  test("whoever is asked declines or hangs up: the caller is on hold still, in sight", () => {
    expect(callsAfter(colleague, "held", ...ofConsult("progress", "ended"))).toMatchObject({
      call: { state: "onHold" },
      consult: { status: "Failed" },
    });
    expect(callsAfter(...talking, ...ofConsult("ended"))).toMatchObject({
      call: { state: "onHold" },
      consult: { status: "Complete" },
    });
  });

  test("the caller hangs up: one who was not there yet is called off, one who is there stays the phone's call", () => {
    const early = callsAfter(colleague, "held", ...ofConsult("progress"), "ended");
    expect([early.call?.status, early.consult?.state]).toEqual(["Complete", "terminating"]);
    expect(promoteConsult(early)).toBe(early);
    const late = callsAfter(...talking, "ended");
    expect(promoteConsult(late)).toEqual({ call: late.consult, consult: undefined });
    expect(callsAfter(colleague, "ended").consult).toBeUndefined();
  });
});

test("a caller who takes the colleague's place is answered without a ring, and is Complete at the end", () => {
  const begun = nextCall(undefined, { kind: "takeOver", id: "2", at: 5000, ...who });
  expect(begun).toMatchObject({ type: "inbound", state: "establishing", consultOf: "" });
  const talked = nextCall(begun, { kind: "confirmed", id: "2", at: 5200 });
  expect(logUpdate(begun, talked, 5200)).toMatchObject({ state: "inProgress", ringDuration: 0 });
  expect(nextCall(talked, { kind: "ended", id: "2", at: 9000 })?.status).toBe("Complete");
});

const kinds = [
  ...["progress", "accepted", "confirmed", "hangUp", "hold", "held", "resume", "resumed", "holdFailed"],
  ...["transferred", "transferFailed", "ended", "consult", "goBack", "join", "transfer"],
] as const;
/** Of a call that is answered, so that the shuffled rest reaches the states that matter. */
const openings = [[], [colleague, "held"], [...talking], [...talking, join]] as const;

test("however events race, each leg has one end, and the caller is never spoken with while somebody is asked", () => {
  const inputs = fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      id: fc.constantFrom("1", "1", "ask", "two", "three"),
      by: fc.integer({ min: -1000, max: 9000 }),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...openings),
      inputs,
      fc.shuffledSubarray(["1", "ask", "two"], { minLength: 3 }),
      (opening, given, ends) => {
        let calls = callsAfter(...opening);
        let now = 20_000;
        const told = new Map<string, string[]>();
        const last = [...ends, ...ends].map((id) => ({ kind: "ended" as const, id, by: 100 }));
        for (const { by, ...input } of [...given, ...last]) {
          now += by;
          const before = calls;
          calls = nextCalls(before, {
            ...{ ...input, at: now, target: "1002", phone: "1002", name: "" },
            consultId: before.consult?.sessionId === "ask" ? "two" : "ask",
          } as PhoneInput);
          for (const leg of ["call", "consult"] as const) {
            const [one, next] = [before[leg], calls[leg]];
            if (one?.sessionId !== next?.sessionId) continue;
            if (one && !isLive(one)) expect(next).toBe(one);
            const update = logUpdate(one, next, now);
            if (update?.state === "terminated" || update?.state === "rejected")
              told.set(update.reference, [...(told.get(update.reference) ?? []), update.state]);
          }
          const { call, consult } = calls;
          // Whoever is called while the caller is there finds them on hold.
          if (isLive(call) && isLive(consult) && !["idle", "terminating"].includes(consult.state))
            expect(["onHold", "transferring", "terminating"]).toContain(call.state);
          if (isLive(call) && isLive(consult) && consult.state === "idle") expect(call.holdPending).toBe(true);
          if (call?.state === "transferring" && before.call?.state === "onHold")
            expect(before.consult?.state).toBe("inProgress");
          // A caller on hold is shown as such, whoever has gone.
          if (isLive(call) && call.heldAt !== undefined) expect(call.onHold).toBe(true);
          calls = promoteConsult(calls);
          if (calls.call && calls.call !== call) expect(calls.call.answered).toBe(true);
        }
        expect(isLive(calls.call)).toBe(false);
        for (const [reference, states] of told) expect([reference, states.length]).toEqual([reference, 1]);
        for (const leg of [calls.call, calls.consult]) if (leg) expect(leg.status === "Complete").toBe(leg.answered);
      },
    ),
    { numRuns: 3000 },
  );
});
