import {
  type CallFlow,
  type FlowOutcome,
  type FlowStep,
  flowLimits,
  isPhoneKey,
  type MenuStep,
  type QueueStep,
} from "./voice-flow";

/** Where a call is in its flow. */
export type FlowState = {
  /** The id of the step. */
  step: number;
  phase: "new" | "playing" | "collecting" | "waiting" | "ringing" | "recording" | "ended";
  /** Counts what was begun: reports of something that was begun earlier count for nothing. */
  turn: number;
  /** Times that the menu was said again. */
  repeats: number;
  /** Steps that were entered. */
  entered: number;
  /** Set once, at the end. */
  outcome: FlowOutcome | "";
};

/** What happens to a call. `turn` is that of the command that it reports on. */
export type FlowEvent =
  | { type: "begun" }
  | { type: "played"; turn: number }
  | { type: "timeout"; turn: number }
  | { type: "key"; key: string }
  | { type: "answered"; turn: number }
  | { type: "unanswered"; turn: number }
  | { type: "recorded"; turn: number; seconds: number }
  /** The caller hung up. */
  | { type: "gone" }
  /** The telephone exchange could not do what it was told. */
  | { type: "failed" };

/** What is to be done, in this order. */
export type FlowCommand =
  | { do: "play"; turn: number; sound: number }
  | { do: "timer"; turn: number; seconds: number }
  | { do: "enqueue"; turn: number; step: QueueStep }
  /** Out of the queue without an answer; `for` is the step that the caller goes to. */
  | { do: "leaveQueue"; for: FlowStep["kind"] }
  | { do: "ring"; turn: number; number: string; seconds: number }
  | { do: "record"; turn: number; seconds: number }
  | { do: "planCallBack"; agents: readonly string[] }
  /** Ends what plays, rings or is recorded. */
  | { do: "stop" }
  | { do: "hangUp" };

/** What the evaluator may ask about the world. */
export type FlowFacts = {
  isOpen(calendar: number): boolean;
  /** How many wait in a queue now. */
  waiting(queue: string): number;
};

export type FlowTransition = { state: FlowState; commands: FlowCommand[] };

export const newFlowState: FlowState = { step: 0, phase: "new", turn: 0, repeats: 0, entered: 0, outcome: "" };

/** A call that entered so many steps is ended: whoever holds a key down does not stay for ever. */
export const maxSteps = 200;
/** A message shorter than this is none. */
export const leastMessageSeconds = 1;

/**
 * What a call in a flow does next. Pure and total: an event that does not concern the call changes nothing, nothing
 * changes after the end, and every call ends once.
 */
export function nextFlowState(flow: CallFlow, state: FlowState, event: FlowEvent, facts: FlowFacts): FlowTransition {
  const stays = { state, commands: [] };
  if (state.phase === "ended") return stays;
  if (event.type === "gone") return end(state, goneOutcome(flow, state), [{ do: "stop" }]);
  if (event.type === "failed") return end(state, "failed", [{ do: "stop" }, { do: "hangUp" }]);
  if (event.type === "begun") return state.phase === "new" ? enter(flow, state, flow.first, facts) : stays;
  const step = findStep(flow, state.step);
  if (!step) return stays;
  if (event.type === "key") return pressed(flow, state, step, event.key, facts) ?? stays;
  if (event.turn !== state.turn) return stays;
  return reported(flow, state, step, event, facts) ?? stays;
}

function findStep(flow: CallFlow, id: number): FlowStep | undefined {
  return flow.steps.find((step) => step.id === id);
}

type Report = Exclude<FlowEvent, { type: "begun" | "key" | "gone" | "failed" }>;

/** Something that was begun has come to its end. */
function reported(
  flow: CallFlow,
  state: FlowState,
  step: FlowStep,
  event: Report,
  facts: FlowFacts,
): FlowTransition | undefined {
  const { phase } = state;
  if (event.type === "played" && phase === "playing") {
    if (step.kind === "greeting") return enter(flow, state, step.next, facts);
    if (step.kind === "menu") return collect(state, step);
    if (step.kind === "voicemail") return record(state);
  }
  if (event.type === "timeout") {
    if (phase === "collecting" && step.kind === "menu") return sayAgain(flow, state, step, facts);
    if (phase === "waiting" && step.kind === "queue") return overflow(flow, state, step, facts);
    if (phase === "recording") return end(state, "no_message", [{ do: "stop" }, { do: "hangUp" }]);
  }
  if (event.type === "answered") {
    if (phase === "waiting") return end(state, "answered", []);
    if (phase === "ringing") return end(state, "transferred", []);
  }
  if (event.type === "unanswered" && phase === "ringing" && step.kind === "transfer")
    return enter(flow, state, step.otherwise, facts);
  if (event.type === "recorded" && phase === "recording") {
    const outcome = event.seconds >= leastMessageSeconds ? "voicemail" : "no_message";
    return end(state, outcome, [{ do: "hangUp" }]);
  }
  return undefined;
}

/** The caller pressed a key: while a menu is said or waits for it, or while they wait in a queue. */
function pressed(
  flow: CallFlow,
  state: FlowState,
  step: FlowStep,
  key: string,
  facts: FlowFacts,
): FlowTransition | undefined {
  if (!isPhoneKey(key)) return undefined;
  if (step.kind === "menu" && (state.phase === "playing" || state.phase === "collecting")) {
    const to = step.keys[key];
    const stop: FlowCommand[] = state.phase === "playing" ? [{ do: "stop" }] : [];
    return to === undefined ? sayAgain(flow, state, step, facts, stop) : enter(flow, state, to, facts, stop);
  }
  if (step.kind === "queue" && state.phase === "waiting" && key === step.callBackKey)
    return end(state, "call_back", [
      { do: "stop" },
      { do: "leaveQueue", for: "call_back" },
      { do: "planCallBack", agents: step.agents },
      { do: "hangUp" },
    ]);
  return undefined;
}

function collect(state: FlowState, { keySeconds: seconds }: MenuStep): FlowTransition {
  const turn = state.turn + 1;
  return { state: { ...state, phase: "collecting", turn }, commands: [{ do: "timer", turn, seconds }] };
}

/** A wrong key, or none: the menu once more, or its default branch. */
function sayAgain(
  flow: CallFlow,
  state: FlowState,
  step: MenuStep,
  facts: FlowFacts,
  before: FlowCommand[] = [],
): FlowTransition {
  if (state.repeats >= step.repeats) return enter(flow, state, step.otherwise, facts, before);
  const turn = state.turn + 1;
  return {
    state: { ...state, phase: "playing", turn, repeats: state.repeats + 1 },
    commands: [...before, { do: "play", turn, sound: step.sound }],
  };
}

function record(state: FlowState): FlowTransition {
  const turn = state.turn + 1;
  const seconds = flowLimits.recordSeconds;
  return {
    state: { ...state, phase: "recording", turn },
    commands: [
      { do: "record", turn, seconds },
      { do: "timer", turn, seconds: seconds + 30 },
    ],
  };
}

/** Out of a queue: nobody answered in time. */
function overflow(flow: CallFlow, state: FlowState, step: QueueStep, facts: FlowFacts): FlowTransition {
  const to = findStep(flow, step.overflow)?.kind ?? "hang_up";
  return enter(flow, state, step.overflow, facts, [{ do: "stop" }, { do: "leaveQueue", for: to }]);
}

/** Goes to a step, and on through those that wait for nothing. */
function enter(
  flow: CallFlow,
  state: FlowState,
  id: number,
  facts: FlowFacts,
  before: FlowCommand[] = [],
): FlowTransition {
  let [at, entered] = [id, state.entered];
  for (;;) {
    entered += 1;
    const step = findStep(flow, at);
    const base: FlowState = { ...state, step: at, entered, repeats: 0, turn: state.turn + 1 };
    const { turn } = base;
    const going = (phase: FlowState["phase"], ...commands: FlowCommand[]) => ({
      state: { ...base, phase },
      commands: [...before, ...commands],
    });
    if (!step || entered > maxSteps) return end(base, "failed", [...before, { do: "hangUp" }]);
    if (step.kind === "hours") at = facts.isOpen(step.calendar) ? step.open : step.closed;
    else if (step.kind === "queue" && facts.waiting(step.queue) >= step.maxWaiting) at = step.overflow;
    else if (step.kind === "queue")
      return going("waiting", { do: "enqueue", turn, step }, { do: "timer", turn, seconds: step.maxWaitSeconds });
    else if (step.kind === "greeting" || step.kind === "menu")
      return going("playing", { do: "play", turn, sound: step.sound });
    else if (step.kind === "transfer") {
      const { number, ringSeconds: seconds } = step;
      return going("ringing", { do: "ring", turn, number, seconds });
    } else if (step.kind === "call_back")
      return end(base, "call_back", [...before, { do: "planCallBack", agents: step.agents }, { do: "hangUp" }]);
    else if (step.kind === "hang_up") return end(base, "hung_up", [...before, { do: "hangUp" }]);
    else if (step.sound > 0) return going("playing", { do: "play", turn, sound: step.sound });
    else {
      const begun = record(base);
      return { ...begun, commands: [...before, ...begun.commands] };
    }
  }
}

function end(state: FlowState, outcome: FlowOutcome, commands: FlowCommand[]): FlowTransition {
  return { state: { ...state, phase: "ended", outcome, turn: state.turn + 1 }, commands };
}

/** What a call is whose caller hung up. */
function goneOutcome(flow: CallFlow, { phase, step }: FlowState): FlowOutcome {
  if (phase === "waiting") return "abandoned_queue";
  if (phase === "ringing") return "abandoned_transfer";
  return findStep(flow, step)?.kind === "voicemail" ? "no_message" : "abandoned_menu";
}
