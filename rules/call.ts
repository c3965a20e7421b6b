/** One call of the browser's phone, as a pure machine (specification 1, section 4): inputs in, the next call out. */

export const callStatuses = [
  "Ringing",
  "Trying",
  "Accepted",
  "Rejected",
  "Missed",
  "Complete",
  "Failed",
  "RingNoAnswer",
] as const;
export type CallStatus = (typeof callStatuses)[number];
export type CallType = "inbound" | "outbound";
/** `idle` is a phone without a call. */
export type CallState =
  | "calling/trying"
  | "ringing"
  | "establishing"
  | "inProgress"
  | "onHold"
  | "transferring"
  | "terminating"
  | "terminated"
  | "rejected";

/** Times are milliseconds since 1970 of a clock that only goes forward. */
export type Call = {
  /** The Call-ID: its log and its recording are named by it. */
  sessionId: string;
  type: CallType;
  /** E.164, or what the other side calls itself. */
  phone: string;
  name: string;
  state: CallState;
  status: CallStatus;
  answered: boolean;
  muted: boolean;
  onHold: boolean;
  transferring: boolean;
  /** A hold or its end is being agreed with the other side: no other begins meanwhile. */
  holdPending: boolean;
  /** Another phone took it: its log is written there. */
  elsewhere: boolean;
  began: number;
  /** When it began to ring; an outbound call does so when the other side says it. */
  rangAt?: number;
  /** When the ringing was over by an answer. */
  pickedUpAt?: number;
  answeredAt?: number;
  heldAt?: number;
  heldMs: number;
  endedAt?: number;
};

/** What happens to a call: events of the line, and what the person asks for. */
export type CallInput = { id: string; at: number } & (
  | { kind: "incoming" | "dial"; phone: string; name: string }
  | { kind: "progress" | "accepted" | "confirmed" }
  | { kind: "answer" | "decline" | "hangUp" }
  | { kind: "hold" | "held" | "resume" | "resumed" | "holdFailed" }
  | { kind: "mute"; muted: boolean }
  | { kind: "transfer" | "transferred" | "transferFailed" }
  | { kind: "ended"; elsewhere?: boolean }
);

/** Seconds of ringing above which a call that nobody took is RingNoAnswer; exactly as many are Missed. */
export const ringNoAnswerSeconds = 10;

const over: readonly CallState[] = ["terminated", "rejected"];

/** Whether a call has the line: a second one is refused then (R071). */
export function isLive(call: Call | undefined): call is Call {
  return call !== undefined && !over.includes(call.state);
}

/** The call after an input. What does not fit the state, or is about another call, changes nothing. */
export function nextCall(call: Call | undefined, input: CallInput): Call | undefined {
  if (input.kind === "incoming" || input.kind === "dial") return isLive(call) ? call : begun(input);
  if (!isLive(call) || call.sessionId !== input.id) return call;
  // A clock that went back would make durations negative.
  const at = Math.max(input.at, call.began, call.answeredAt ?? 0, call.heldAt ?? 0);
  return { ...call, ...steps[input.kind](call, { ...input, at }) };
}

function begun({ kind, id, phone, name, at }: CallInput & { phone: string; name: string }): Call {
  const inbound = kind === "incoming";
  return {
    sessionId: id,
    type: inbound ? "inbound" : "outbound",
    phone,
    name,
    state: inbound ? "ringing" : "calling/trying",
    status: inbound ? "Ringing" : "Trying",
    answered: false,
    muted: false,
    onHold: false,
    transferring: false,
    holdPending: false,
    elsewhere: false,
    began: at,
    ...(inbound ? { rangAt: at } : {}),
    heldMs: 0,
  };
}

type Step = (call: Call, given: { at: number; muted?: boolean; elsewhere?: boolean }) => Partial<Call>;

const unanswered: readonly CallState[] = ["calling/trying", "ringing", "establishing"];
/** Nothing. */
const same = {};

const steps: Record<Exclude<CallInput["kind"], "incoming" | "dial">, Step> = {
  progress: ({ state, rangAt }, { at }) =>
    state === "calling/trying" ? { state: "ringing", status: "Ringing", rangAt: rangAt ?? at } : same,
  answer: ({ type, state }, { at }) =>
    type === "inbound" && state === "ringing" ? { state: "establishing", pickedUpAt: at } : same,
  accepted: ({ state, pickedUpAt }, { at }) =>
    unanswered.includes(state) ? { state: "establishing", pickedUpAt: pickedUpAt ?? at } : same,
  confirmed: ({ state, pickedUpAt }, { at }) =>
    unanswered.includes(state)
      ? { state: "inProgress", status: "Accepted", answered: true, pickedUpAt: pickedUpAt ?? at, answeredAt: at }
      : same,
  decline: ({ type, state }, { at }) =>
    type === "inbound" && state === "ringing" ? { state: "rejected", status: "Rejected", endedAt: at } : same,
  hangUp: (call, given) =>
    call.type === "inbound" && call.state === "ringing"
      ? steps.decline(call, given)
      : { state: "terminating", transferring: false, holdPending: false },
  hold: ({ state, holdPending }) => (state === "inProgress" && !holdPending ? { holdPending: true } : same),
  held: ({ state }, { at }) =>
    state === "inProgress" ? { state: "onHold", onHold: true, holdPending: false, heldAt: at } : same,
  resume: ({ state, holdPending }) => (state === "onHold" && !holdPending ? { holdPending: true } : same),
  resumed: (call, { at }) => (call.state === "onHold" ? { ...offHold(call, at), state: "inProgress" } : same),
  holdFailed: () => ({ holdPending: false }),
  mute: ({ state }, { muted = false }) => (state === "inProgress" ? { muted } : same),
  transfer: ({ state, holdPending }) =>
    state === "inProgress" && !holdPending ? { state: "transferring", transferring: true } : same,
  transferred: ({ state }) => (state === "transferring" ? { state: "terminating", transferring: false } : same),
  transferFailed: ({ state }) => (state === "transferring" ? { state: "inProgress", transferring: false } : same),
  ended: (call, { at, elsewhere = false }) => ({
    ...offHold(call, at),
    state: "terminated",
    status: endStatus(call, at),
    transferring: false,
    endedAt: at,
    elsewhere: elsewhere && !call.answered,
  }),
};

function offHold({ heldAt, heldMs }: Call, at: number): Partial<Call> {
  const held = heldAt === undefined ? heldMs : heldMs + (at - heldAt);
  return { onHold: false, holdPending: false, heldMs: held, heldAt: undefined } as Partial<Call>;
}

/** R074: Complete when it was answered; else Failed, or by how long it rang here. */
function endStatus(call: Call, at: number): CallStatus {
  if (call.answered) return "Complete";
  if (call.type === "outbound") return "Failed";
  return ringMs(call, at) > ringNoAnswerSeconds * 1000 ? "RingNoAnswer" : "Missed";
}

/** How long it rings, or rang. */
export function ringMs({ rangAt, pickedUpAt, endedAt }: Call, now: number): number {
  return rangAt === undefined ? 0 : Math.max(0, (pickedUpAt ?? endedAt ?? now) - rangAt);
}

/** How long it is, or was, answered; time on hold counts. */
export function talkMs({ answeredAt, endedAt }: Call, now: number): number {
  return answeredAt === undefined ? 0 : Math.max(0, (endedAt ?? now) - answeredAt);
}

/** How long it was on hold altogether. */
export function holdMs({ heldAt, heldMs, endedAt }: Call, now: number): number {
  return heldAt === undefined ? heldMs : heldMs + Math.max(0, (endedAt ?? now) - heldAt);
}

/** What the log of calls is told, in whole seconds. */
export type CallLogEntry = {
  type: CallType;
  reference: string;
  state: CallStatus;
  callDuration: number;
  holdDuration: number;
  ringDuration: number;
};

const seconds = (ms: number) => Math.round(ms / 1000);

/** The entry to write after a step, when the status changed by it; a call that another phone took is written there. */
export function logEntry(before: Call | undefined, after: Call | undefined, now: number): CallLogEntry | undefined {
  if (!after || after.elsewhere) return undefined;
  if (before?.sessionId === after.sessionId && before.status === after.status) return undefined;
  return {
    type: after.type,
    reference: after.sessionId,
    state: after.status,
    callDuration: seconds(talkMs(after, now)),
    holdDuration: seconds(holdMs(after, now)),
    ringDuration: seconds(ringMs(after, now)),
  };
}

/** The status of a call that is over. */
export function isFinal(status: CallStatus): boolean {
  return !["Ringing", "Trying", "Accepted"].includes(status);
}
