import { type Call, type CallInput, isLive, nextCall } from "./call";

/**
 * The calls of one phone: the one with the caller, and the one by which the agent asks somebody before joining them
 * (attended transfer, RFC 5589, 7). While somebody is asked the caller is on hold, and never hears what is said.
 */
export type PhoneCalls = { call: Call | undefined; consult: Call | undefined };

/** What happens to the calls of a phone. `id` is that of the caller's call, or of the call to whom is asked. */
export type PhoneInput =
  | CallInput
  | { kind: "consult"; id: string; at: number; consultId: string; phone: string; name: string }
  | { kind: "goBack"; id: string; at: number };

/** The calls after an input; the same object where nothing changed. */
export function nextCalls(calls: PhoneCalls, input: PhoneInput): PhoneCalls {
  const { call, consult } = calls;
  if (input.kind === "consult") return beginConsult(calls, input);
  if (input.kind === "goBack") return goBack(calls, input);
  if (consult && input.id === consult.sessionId) {
    // One who waits to be called has no line yet: nothing can be said of it.
    if (consult.state === "idle") return calls;
    return changed(calls, { call, consult: nextCall(consult, input) });
  }
  // The caller is spoken with again when whoever was asked has gone.
  if ((input.kind === "resume" || input.kind === "resumed") && isAsked(consult)) return calls;
  if (input.kind === "join" && consult?.state !== "inProgress") return calls;
  const after = nextCall(call, input);
  if (after === call) return calls;
  return { call: after, consult: consultAfter(after, consult, input) };
}

/**
 * Whoever was asked is the phone's one call when the caller has hung up. The calls as they are where that is not so.
 */
export function promoteConsult(calls: PhoneCalls): PhoneCalls {
  const { call, consult } = calls;
  if (isLive(call) || !isLive(consult) || consult.state === "terminating") return calls;
  return { call: consult, consult: undefined };
}

/** Whether somebody is being asked, or is about to be. */
export function isAsked(consult: Call | undefined): consult is Call {
  return isLive(consult) && consult.state !== "terminating";
}

function changed(before: PhoneCalls, after: PhoneCalls): PhoneCalls {
  return before.call === after.call && before.consult === after.consult ? before : after;
}

/** Only from inProgress, as the transfer that it leads to; the caller is put on hold first. */
function beginConsult(calls: PhoneCalls, { id, at, consultId, phone, name }: PhoneInput & { kind: "consult" }) {
  const { call, consult } = calls;
  if (call?.sessionId !== id || isLive(consult) || consultId === id) return calls;
  const held = nextCall(call, { kind: "hold", id, at });
  const asked = nextCall(undefined, { kind: "dial", id: consultId, at, phone, name, consultOf: id, about: call.phone });
  return held === call || !asked ? calls : { call: held, consult: { ...asked, state: "idle" as const } };
}

/** Back to the caller: whoever is asked goes, and the caller is taken off hold. */
function goBack(calls: PhoneCalls, { id, at }: PhoneInput & { kind: "goBack" }): PhoneCalls {
  const { call, consult } = calls;
  if (!isLive(call) || call.sessionId !== id || call.state === "transferring" || !isAsked(consult)) return calls;
  const gone = hungUp(consult, at);
  return { call: nextCall(call, { kind: "resume", id, at }), consult: gone };
}

/** Nothing of one who was not called yet is told to anybody. */
function hungUp(consult: Call, at: number): Call | undefined {
  return consult.state === "idle" ? undefined : nextCall(consult, { kind: "hangUp", id: consult.sessionId, at });
}

function consultAfter(call: Call | undefined, consult: Call | undefined, { kind, at }: CallInput): Call | undefined {
  if (!isAsked(consult)) return consult;
  if (!isLive(call)) return consult.answered ? consult : hungUp(consult, at);
  if (call.state === "terminating") return hungUp(consult, at);
  if (consult.state !== "idle") return consult;
  if (kind === "holdFailed") return undefined;
  return call.state === "onHold" ? { ...consult, state: "calling/trying", began: at } : consult;
}
