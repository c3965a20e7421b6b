import { type CallState, type CallStatus, type CallType, isEnded, isExtension, ringNoAnswerSeconds } from "./voice";

/** One call of the browser's phone, as a pure machine (specification 1, section 4): inputs in, the next call out. */

/** Times are milliseconds since 1970 of a clock that only goes forward. */
export type Call = {
  /** Its name in the log of calls. */
  sessionId: string;
  /** The Call-ID of its dialog, once there is one. */
  callId: string;
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
  /** The call of a caller about whom one agent asks another: its name in the log. Empty: it is no consultation. */
  consultOf: string;
  /** Who that caller is. */
  about: string;
  /** Whom the other side is to be transferred to, and whom it was: an extension, or a number without "+". */
  transferTo: string;
  transferredTo: string;
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
  | { kind: "incoming" | "dial"; phone: string; name: string; callId?: string; consultOf?: string; about?: string }
  /** A caller in the place of the colleague who asked about them (RFC 3891): nothing rings. */
  | { kind: "takeOver"; phone: string; name: string; callId?: string }
  | { kind: "placed"; callId: string }
  | { kind: "progress" | "accepted" | "confirmed" }
  | { kind: "answer" | "decline" | "hangUp" }
  | { kind: "hold" | "held" | "resume" | "resumed" | "holdFailed" }
  | { kind: "mute"; muted: boolean }
  /** Join: the one on hold with the one who was asked (RFC 5589, 7). */
  | { kind: "transfer" | "join"; target: string }
  | { kind: "transferred" | "transferFailed" }
  | { kind: "ended"; elsewhere?: boolean }
);

const over: readonly CallState[] = ["terminated", "rejected"];
/** Too short, or between two others, to be told to the log. */
const passing: readonly CallState[] = ["establishing", "terminating"];

/** Whether a call has the line: a second one is refused then (R071). */
export function isLive(call: Call | undefined): call is Call {
  return call !== undefined && !over.includes(call.state);
}

/** The call after an input. What does not fit the state, or is about another call, changes nothing. */
export function nextCall(call: Call | undefined, input: CallInput): Call | undefined {
  if (isBeginning(input)) return isLive(call) ? call : begun(input);
  if (!isLive(call) || call.sessionId !== input.id) return call;
  // A clock that went back would make durations negative.
  const at = Math.max(input.at, call.began, call.answeredAt ?? 0, call.heldAt ?? 0);
  const change = steps[input.kind](call, { ...input, at });
  return change === same ? call : { ...call, ...change };
}

type Beginning = Extract<CallInput, { kind: "incoming" | "dial" | "takeOver" }>;

function isBeginning(input: CallInput): input is Beginning {
  return ["incoming", "dial", "takeOver"].includes(input.kind);
}

function begun(input: Beginning): Call {
  const { kind, id, phone, name, callId, at } = input;
  const inbound = kind !== "dial";
  const { consultOf = "", about = "" } = kind === "takeOver" ? {} : input;
  return {
    sessionId: id,
    callId: callId ?? "",
    type: inbound ? "inbound" : "outbound",
    phone,
    name,
    state: kind === "takeOver" ? "establishing" : inbound ? "ringing" : "calling/trying",
    status: inbound ? "Ringing" : "Trying",
    answered: false,
    muted: false,
    onHold: false,
    transferring: false,
    holdPending: false,
    elsewhere: false,
    ...{ consultOf, about, transferTo: "", transferredTo: "" },
    began: at,
    ...(inbound ? { rangAt: at } : {}),
    ...(kind === "takeOver" ? { pickedUpAt: at } : {}),
    heldMs: 0,
  };
}

type StepValues = { at: number; muted?: boolean; elsewhere?: boolean; callId?: string; target?: string };
type Step = (call: Call, given: StepValues) => Partial<Call>;

const unanswered: readonly CallState[] = ["calling/trying", "ringing", "establishing"];
/** Nothing changes. */
const same: Partial<Call> = {};

const steps: Record<Exclude<CallInput["kind"], Beginning["kind"]>, Step> = {
  placed: (_, { callId = "" }) => ({ callId }),
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
  transfer: ({ state, holdPending }, { target = "" }) =>
    state === "inProgress" && !holdPending ? { state: "transferring", transferring: true, transferTo: target } : same,
  join: ({ state, holdPending }, { target = "" }) =>
    state === "onHold" && !holdPending ? { state: "transferring", transferring: true, transferTo: target } : same,
  transferred: ({ state, transferTo }) =>
    state === "transferring" ? { state: "terminating", transferring: false, transferredTo: transferTo } : same,
  transferFailed: ({ state, onHold }) =>
    state === "transferring" ? { state: onHold ? "onHold" : "inProgress", transferring: false, transferTo: "" } : same,
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

/** What the log of calls is told, in whole seconds (PATCH voice/calls/inbound/log). */
export type CallLogUpdate = {
  type: CallType;
  reference: string;
  callId: string;
  state: CallState;
  callDuration: number;
  holdDuration: number;
  ringDuration: number;
  /** Who has the caller now. */
  transferredTo?: string;
};

const seconds = (ms: number) => Math.floor(ms / 1000);

/**
 * What to tell the log after a step: the new state, and the end once. A call that another phone took is logged there.
 * Rings of 10.4 s are told as 11: above 10 is RingNoAnswer, exactly 10 is Missed.
 */
export function logUpdate(before: Call | undefined, after: Call | undefined, now: number): CallLogUpdate | undefined {
  if (!after || after.elsewhere || passing.includes(after.state)) return undefined;
  if (before?.sessionId === after.sessionId && before.state === after.state) return undefined;
  return {
    type: after.type,
    reference: after.sessionId,
    callId: after.callId,
    state: after.state,
    callDuration: seconds(talkMs(after, now)),
    holdDuration: seconds(holdMs(after, now)),
    ringDuration: Math.ceil(ringMs(after, now) / 1000),
    ...(after.transferredTo ? { transferredTo: after.transferredTo } : {}),
  };
}

/** Whether two agents speak about a caller: not a customer's call, so it is neither recorded nor disposed. */
export function isConsultation({ consultOf, phone }: Pick<Call, "consultOf" | "phone">): boolean {
  return consultOf !== "" || isExtension(phone);
}

/** Whether this is the end of it, for the log. */
export function isFinal({ status }: Pick<Call, "status">): boolean {
  return isEnded(status);
}
