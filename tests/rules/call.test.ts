import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Call, type CallInput, holdMs, isLive, logUpdate, nextCall, ringMs, talkMs } from "../../rules/call";
import { type CallState, type CallType, nextStatus } from "../../rules/voice";

type Short = Omit<CallInput, "id" | "at"> & { at?: number; id?: string };

/** A call that went through these inputs, one second apart unless a time is said. */
function callAfter(type: CallType, ...inputs: (Short | CallInput["kind"])[]): Call {
  const who = { id: "1", phone: "+254733000141", name: "Otieno" };
  let now = 0;
  let call = nextCall(undefined, { kind: type === "inbound" ? "incoming" : "dial", ...who, at: 0 });
  for (const given of inputs) {
    const input = typeof given === "string" ? { kind: given } : given;
    now = input.at ?? now + 1000;
    call = nextCall(call, { id: "1", ...input, at: now } as CallInput);
  }
  return call as Call;
}

describe("the documented states", () => {
  test("an inbound call: ringing, establishing, inProgress, terminating, terminated", () => {
    expect(callAfter("inbound")).toMatchObject({ state: "ringing", status: "Ringing", answered: false });
    expect(callAfter("inbound", "answer")).toMatchObject({ state: "establishing", status: "Ringing" });
    expect(callAfter("inbound", "answer", "accepted", "confirmed")).toMatchObject({
      state: "inProgress",
      status: "Accepted",
      answered: true,
    });
    expect(callAfter("inbound", "answer", "confirmed", "hangUp").state).toBe("terminating");
    expect(callAfter("inbound", "answer", "confirmed", "hangUp", "ended")).toMatchObject({
      state: "terminated",
      status: "Complete",
    });
  });

  test("an outbound call: calling, ringing, establishing, inProgress", () => {
    expect(callAfter("outbound")).toMatchObject({ state: "calling/trying", status: "Trying" });
    expect(callAfter("outbound", "progress")).toMatchObject({ state: "ringing", status: "Ringing" });
    expect(callAfter("outbound", "progress", "accepted").state).toBe("establishing");
    expect(callAfter("outbound", "accepted", "confirmed").status).toBe("Accepted");
  });

  test("an outbound call that ends is Complete when answered, else Failed", () => {
    expect(callAfter("outbound", "accepted", "confirmed", "ended").status).toBe("Complete");
    for (const before of [[], ["progress"], ["progress", "hangUp"]] as CallInput["kind"][][])
      expect(callAfter("outbound", ...before, "ended").status).toBe("Failed");
  });

  test.each([
    [9_999, "Missed"],
    [10_000, "Missed"],
    [10_001, "RingNoAnswer"],
  ])("an inbound call that rang %d ms and was not taken is %s", (at, status) => {
    expect(callAfter("inbound", { kind: "ended", at })).toMatchObject({ status, endedAt: at });
  });

  test("a declined call is Rejected, and what the line says of it afterwards changes nothing", () => {
    const declined = callAfter("inbound", { kind: "decline", at: 4000 });
    expect(declined).toMatchObject({ state: "rejected", status: "Rejected" });
    expect(callAfter("inbound", { kind: "decline", at: 4000 }, { kind: "ended", at: 12_000 })).toEqual(declined);
    expect(callAfter("inbound", "hangUp").status).toBe("Rejected");
  });

  test("a second call does not take the line of the first", () => {
    const call = callAfter("inbound", "answer", "confirmed");
    const second = nextCall(call, { kind: "incoming", id: "2", phone: "+254711000000", name: "", at: 9000 });
    expect(second).toBe(call);
    expect(nextCall(call, { kind: "ended", id: "2", at: 9500 })).toBe(call);
  });

  test("mute only while inProgress, and it stays through hold", () => {
    expect(callAfter("inbound", { kind: "mute", muted: true } as Short).muted).toBe(false);
    const held = callAfter("inbound", "answer", "confirmed", { kind: "mute", muted: true } as Short, "hold", "held");
    expect(held).toMatchObject({ muted: true, onHold: true });
    expect(nextCall(held, { kind: "mute", muted: false, id: "1", at: 9000 })?.muted).toBe(true);
    const back = callAfter("inbound", "answer", "confirmed", { kind: "mute", muted: true } as Short, "hold", "held");
    expect(nextCall(back, { kind: "resumed", id: "1", at: 9000 })).toMatchObject({ state: "inProgress", muted: true });
  });

  test("a hold that is being agreed lets no other begin, and one that failed gives way", () => {
    const pending = callAfter("inbound", "answer", "confirmed", "hold");
    expect(pending).toMatchObject({ state: "inProgress", holdPending: true });
    for (const kind of ["hold", "transfer"] as const)
      expect(nextCall(pending, { kind, id: "1", at: 9000, target: "1002" } as CallInput)).toBe(pending);
    expect(callAfter("inbound", "answer", "confirmed", "hold", "holdFailed").holdPending).toBe(false);
  });

  test("transfer only from inProgress; refused, the call goes on", () => {
    expect(callAfter("inbound", "transfer").state).toBe("ringing");
    expect(callAfter("inbound", "answer", "confirmed", "hold", "held", "transfer").state).toBe("onHold");
    expect(callAfter("inbound", "answer", "confirmed", "transfer").state).toBe("transferring");
    expect(callAfter("inbound", "answer", "confirmed", "transfer", "transferFailed").state).toBe("inProgress");
    expect(callAfter("inbound", "answer", "confirmed", "transfer", "transferred", "ended").status).toBe("Complete");
  });
});

test("durations: ringing until it is taken, the talk with its holds, each hold once", () => {
  const call = callAfter(
    "inbound",
    { kind: "answer", at: 4000 },
    { kind: "confirmed", at: 4500 },
    { kind: "hold", at: 10_000 },
    { kind: "held", at: 10_100 },
    { kind: "resumed", at: 13_100 },
    { kind: "hold", at: 20_000 },
    { kind: "held", at: 20_500 },
    { kind: "ended", at: 24_500 },
  );
  expect(ringMs(call, 99_000)).toBe(4000);
  expect(talkMs(call, 99_000)).toBe(20_000);
  expect(holdMs(call, 99_000)).toBe(7000);
  expect(logUpdate(undefined, call, 99_000)).toEqual({
    type: "inbound",
    reference: "1",
    callId: "",
    state: "terminated",
    callDuration: 20,
    holdDuration: 7,
    ringDuration: 4,
  });
});

test("a call that another phone took is not logged as missed here", () => {
  const ringing = callAfter("inbound");
  const taken = nextCall(ringing, { kind: "ended", elsewhere: true, id: "1", at: 3000 });
  expect(isLive(taken)).toBe(false);
  expect(logUpdate(ringing, taken, 3000)).toBeUndefined();
});

const kinds = [
  ...["progress", "accepted", "confirmed", "answer", "decline", "hangUp", "hold", "held", "resume", "resumed"],
  ...["holdFailed", "transfer", "transferred", "transferFailed", "ended"],
] as const;
const inputs = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds, "mute"),
    muted: fc.boolean(),
    id: fc.constantFrom("1", "1", "1", "2"),
    // The clock may stand still, and a computer's may go back.
    by: fc.integer({ min: -2000, max: 15_000 }),
  }),
  { maxLength: 40 },
);

test("however events race, a call has exactly one terminal status and sound durations", () => {
  fc.assert(
    fc.property(fc.constantFrom<CallType>("inbound", "outbound"), inputs, (type, given) => {
      let now = 0;
      let call = callAfter(type);
      // The service makes its status of what it is told, and has to come to the same.
      const told: CallState[] = [];
      let stored = { type, status: call.status, answered: false, ringSeconds: 0 };
      // Whatever came before: the line ends, twice, as a BYE and the closing of the page do.
      const all = [...given, { kind: "ended" as const, muted: false, id: "1", by: 500 }];
      for (const { by, ...input } of [...all, all.at(-1) as (typeof all)[number]]) {
        now += by;
        const next = nextCall(call, { ...input, at: now } as CallInput) as Call;
        if (!isLive(call)) expect(next).toBe(call);
        if (next.muted !== call.muted) expect(call.state).toBe("inProgress");
        if (next.state === "transferring" && call.state !== "transferring") expect(call.state).toBe("inProgress");
        expect(call.answered && !next.answered).toBe(false);
        const update = logUpdate(call, next, now);
        if (update) {
          told.push(update.state);
          stored = { ...stored, ringSeconds: update.ringDuration };
          stored.status = nextStatus(stored, update.state);
          stored.answered ||= stored.status === "Accepted";
        }
        call = next;
      }
      expect(told.filter((state) => state === "terminated" || state === "rejected")).toEqual([call.state]);
      expect(told.at(-1)).toBe(call.state);
      expect(stored.status).toBe(call.status);
      expect(call.status === "Complete").toBe(call.answered);
      expect(talkMs(call, now)).toBeGreaterThanOrEqual(holdMs(call, now));
      for (const ms of [ringMs(call, now), talkMs(call, now), holdMs(call, now)]) expect(ms).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 2000 },
  );
});
