import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCallLog } from "../../app/shell/phone/call-log";
import { endWords } from "../../app/shell/phone/end-words";
import type { PhoneAnswer, PhoneRequest } from "../../app/shell/phone/phone-api";
import { type Call, type CallInput, nextCall } from "../../rules/call";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const noServer: PhoneAnswer<unknown> = { ok: false, status: 0, message: "" };
const queue = { queueReference: "q1", calledNumber: "+254205000100", transferredBy: "" };

function ringing(): Call {
  const phone = { phone: "+254733000141", name: "Otieno", callId: "abc" };
  return nextCall(undefined, { kind: "incoming", id: "abc", at: 0, ...phone }) as Call;
}

/** Takes a call through its inputs, one second apart, and tells each step. */
function goOn(log: ReturnType<typeof createCallLog>, first: Call, ...kinds: CallInput["kind"][]): Call {
  return kinds.reduce((call, kind, step) => {
    const next = nextCall(call, { kind, id: "abc", at: (step + 1) * 1000 } as CallInput) as Call;
    log.changed(call, next, (step + 1) * 1000);
    return next;
  }, first);
}

test("a ring is logged once, then each change in its order, and one end, although the network fails in between", async () => {
  const told: PhoneRequest[] = [];
  const answers: PhoneAnswer<unknown>[] = [noServer, noServer];
  const log = createCallLog(async (request) => {
    const answer = answers.shift() ?? { ok: true, body: {} };
    if (answer.ok) told.push(request);
    return answer;
  });
  const call = ringing();
  log.ringing(call, queue);
  goOn(log, call, "answer", "confirmed", "hold", "held", "resume", "resumed", "hangUp", "ended", "ended");
  await vi.runAllTimersAsync();
  await log.settled();
  expect(told.map((one) => (one.intent === "update" ? one.state : one.intent))).toEqual([
    ...["log", "inProgress", "onHold", "inProgress", "terminated"],
  ]);
  expect(told[0]).toMatchObject({ reference: "abc", status: "Ringing", ...queue });
  expect(told.at(-1)).toMatchObject({ ringDuration: 1, callDuration: 6, holdDuration: 2, callId: "abc" });
});

test("what the server refuses is not told for ever", async () => {
  const send = vi.fn(async (): Promise<PhoneAnswer<unknown>> => ({ ok: false, status: 422, message: "no" }));
  const report = vi.fn();
  const log = createCallLog(send, report);
  log.ringing(ringing(), queue);
  await log.settled();
  expect(send).toHaveBeenCalledOnce();
  expect(report).toHaveBeenCalledExactlyOnceWith("no");
});

test("a refused second call is logged as Rejected, at once", async () => {
  const send = vi.fn(async (_: PhoneRequest): Promise<PhoneAnswer<unknown>> => ({ ok: true, body: {} }));
  const log = createCallLog(send);
  log.refused("second", "+254711000000", "");
  await log.settled();
  expect(send.mock.calls[0]?.[0]).toMatchObject({ intent: "log", status: "Rejected", reference: "second" });
});

test("an end that somebody did not want is explained, an ordinary one is not", () => {
  const outbound = { type: "outbound", answered: false, state: "ringing" } as const;
  expect(endWords(outbound, "Busy")).toBe("The number is busy.");
  expect(endWords(outbound, "something new")).toBe("The call could not be made.");
  expect(endWords({ ...outbound, state: "terminating" }, "Canceled")).toBe("");
  expect(endWords({ type: "inbound", answered: true, state: "inProgress" }, "Terminated")).toBe("");
  expect(endWords({ type: "inbound", answered: true, state: "inProgress" }, "RTP Timeout")).toMatch(/lost/);
});
