/** The states of a call in the browser (spec 1 §4). */
export const callStates = [
  "idle",
  "calling/trying",
  "ringing",
  "establishing",
  "inProgress",
  "onHold",
  "transferring",
  "terminating",
  "terminated",
  "rejected",
] as const;
export type CallState = (typeof callStates)[number];

/** What a call is for the log; the last six end it. An answering machine takes calls that the system placed. */
export const callStatuses = [
  "Ringing",
  "Trying",
  "Accepted",
  "Rejected",
  "Missed",
  "Complete",
  "Failed",
  "RingNoAnswer",
  "AnsweringMachine",
] as const;
export type CallStatus = (typeof callStatuses)[number];
export const endStatuses = ["Rejected", "Missed", "Complete", "Failed", "RingNoAnswer", "AnsweringMachine"] as const;

export type CallType = "inbound" | "outbound";
export const callTypes = ["inbound", "outbound"] as const;

/** What an agent may do about being rung (spec 1 §3, voice break option). */
export const breakValues = ["login", "logout", "pause", "unpause"] as const;
export type BreakValue = (typeof breakValues)[number];

export const agentStates = ["logged_out", "logged_in", "on_break"] as const;
export type AgentState = (typeof agentStates)[number];

/** The documented labels. */
export const agentStateLabels: Record<AgentState, string> = {
  logged_out: "Logged Out",
  logged_in: "Logged In",
  on_break: "On Break",
};

/** Ringing for longer than so many seconds is RingNoAnswer; exactly so many is Missed (R074). */
export const ringNoAnswerSeconds = 10;

/** Whether this names a phone of the house: numbers of the network have more digits. */
export function isExtension(number: string): boolean {
  return /^\d{2,6}$/.test(number);
}

export function isEnded(status: CallStatus): boolean {
  return (endStatuses as readonly CallStatus[]).includes(status);
}

/** The states in which somebody has answered. */
export function isAnswered(state: CallState): boolean {
  return ["establishing", "inProgress", "onHold", "transferring"].includes(state);
}

/**
 * What a call is after it is told to be in a state; the first end stands (R074).
 * @param call.answered whether it was answered before, or is known to have been talked on
 */
export function nextStatus(
  call: { type: CallType; status: CallStatus; answered: boolean; ringSeconds: number },
  state: CallState,
): CallStatus {
  if (isEnded(call.status)) return call.status;
  if (state === "rejected") return call.answered ? "Complete" : "Rejected";
  if (state === "terminated") return endStatus(call);
  if (call.answered || isAnswered(state)) return "Accepted";
  if (state === "ringing") return "Ringing";
  return call.status;
}

function endStatus({
  type,
  answered,
  ringSeconds,
}: Pick<Parameters<typeof nextStatus>[0], "type" | "answered" | "ringSeconds">): CallStatus {
  if (answered) return "Complete";
  if (type === "outbound") return "Failed";
  return ringSeconds > ringNoAnswerSeconds ? "RingNoAnswer" : "Missed";
}

/** The options that a state offers: logout and pause, login alone, or the end of the break alone (spec 1 §4). */
export function offeredValues(state: AgentState): readonly BreakValue[] {
  if (state === "logged_out") return ["login"];
  return state === "on_break" ? ["unpause"] : ["logout", "pause"];
}
