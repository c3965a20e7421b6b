import type { MachineAction } from "../../../rules/answering-machines";
import type { KeyAction, RobocallResult, RobocallState, RobocallTargetState } from "../../../rules/robocalls";
import { Status, type StatusKind } from "../../kit/ui/status";

type Words<Name extends string> = Record<Name, { word: string; kind: StatusKind }>;

export const robocallWords: Words<RobocallState> = {
  draft: { word: "Draft", kind: "none" },
  running: { word: "Running", kind: "info" },
  paused: { word: "Paused", kind: "warn" },
  finished: { word: "Finished", kind: "good" },
  stopped: { word: "Stopped", kind: "bad" },
};

export const calledWords: Words<RobocallTargetState> = {
  waiting: { word: "Waiting", kind: "none" },
  calling: { word: "Being called", kind: "info" },
  answered: { word: "Answered", kind: "good" },
  machine: { word: "Answering machine", kind: "warn" },
  not_reached: { word: "Not reached", kind: "warn" },
  unknown: { word: "Unknown", kind: "bad" },
  left_out: { word: "Not called", kind: "none" },
  stopped: { word: "Stopped", kind: "none" },
};

export const resultWords: Record<RobocallResult, string> = {
  "": "",
  answered: "Answered",
  machine: "Answering machine",
  message_left: "Message left on an answering machine",
  busy: "Busy or declined",
  no_answer: "No answer",
  failed: "The call failed",
  opted_out: "On the do-not-call list",
  foreign: "Not a Kenyan number",
};

export const machineWords: Record<MachineAction, string> = {
  off: "It counts as a person",
  hang_up: "The call ends, and the number is called again",
  leave_message: "The sound is left on it after its greeting",
};

export const actionWords: Record<KeyAction, string> = {
  answer: "It is an answer",
  repeat: "The sound is heard again",
  opt_out: "The number goes on the do-not-call list",
};

export function RobocallStatus({ state }: { state: RobocallState }) {
  const { kind, word } = robocallWords[state];
  return <Status kind={kind}>{word}</Status>;
}
