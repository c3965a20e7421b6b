import { type CallFlow, type FlowOutcome, isPhoneKey } from "./voice-flow";
import { type FlowEvent, type FlowFacts, type FlowState, newFlowState, nextFlowState } from "./voice-flow-run";

/** What a caller does in a trial, and what they meet. */
export type FlowTrial = {
  /** Keys in the order in which they are pressed; "-" waits until the time is over. */
  keys: string;
  /** Whether an agent answers a caller who waits, and somebody at an outside number. */
  answers: boolean;
  /** Whether a message is left. */
  speaks: boolean;
};

/** What happens to the caller, one after the other. */
export type TrialLine =
  | { what: "hears"; step: number; sound: number }
  | { what: "presses"; step: number; key: string }
  | { what: "presses nothing"; step: number }
  | { what: "waits"; step: number; queue: string }
  | { what: "is not answered"; step: number }
  | { what: "rings"; step: number; number: string }
  | { what: "leaves a message"; step: number };

export type TrialResult = { lines: TrialLine[]; outcome: FlowOutcome; step: number };

/** Runs a call through a flow without a telephone. The caller stays on the line; a wrong key counts as one. */
export function tryFlow(flow: CallFlow, { keys, answers, speaks }: FlowTrial, facts: FlowFacts): TrialResult {
  const pending = [...keys].filter((key) => key === "-" || isPhoneKey(key));
  const lines: TrialLine[] = [];
  let state: FlowState = newFlowState;
  let event: FlowEvent = { type: "begun" };
  for (;;) {
    const { state: next, commands } = nextFlowState(flow, state, event, facts);
    state = next;
    const { step, turn } = state;
    for (const command of commands) {
      if (command.do === "play") lines.push({ what: "hears", step, sound: command.sound });
      if (command.do === "enqueue") lines.push({ what: "waits", step, queue: command.step.queue });
      if (command.do === "ring") lines.push({ what: "rings", step, number: command.number });
    }
    if (state.outcome !== "") return { lines, outcome: state.outcome, step };
    event = trialEvent(state);
    if (event.type === "key") lines.push({ what: "presses", step, key: event.key });
    if (event.type === "timeout" && state.phase === "collecting") lines.push({ what: "presses nothing", step });
    if (event.type === "unanswered" || (event.type === "timeout" && state.phase === "waiting"))
      lines.push({ what: "is not answered", step });
    if (event.type === "recorded" && event.seconds > 0) lines.push({ what: "leaves a message", step });
    if (turn > 1_000) return { lines, outcome: "failed", step };
  }

  function trialEvent({ phase, turn }: FlowState): FlowEvent {
    if (phase === "playing") return { type: "played", turn };
    if (phase === "ringing") return { type: answers ? "answered" : "unanswered", turn };
    if (phase === "recording") return { type: "recorded", turn, seconds: speaks ? 10 : 0 };
    const key = pending.shift();
    if (key !== undefined && key !== "-") return { type: "key", key };
    // A key that no queue knows is pressed in vain: the next one counts.
    if (phase === "waiting" && answers && key === undefined) return { type: "answered", turn };
    return { type: "timeout", turn };
  }
}
