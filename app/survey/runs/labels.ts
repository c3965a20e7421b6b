import type { InstanceStatus, SurveyMessage } from "../../../services/survey/contract.instances";
import type { StatusKind } from "../../kit/ui/status";

type Label = { kind: StatusKind; word: string };

/** How far a run is. */
export const runStatus: Record<InstanceStatus, Label> = {
  pending: { kind: "none", word: "Not started" },
  running: { kind: "info", word: "Running" },
  paused: { kind: "warn", word: "Paused" },
  closed: { kind: "none", word: "Closed early" },
  done: { kind: "good", word: "Done" },
};

/** What became of an SMS of a survey on its way to messaging; its receipt is in the history of SMS. */
export const messageState: Record<SurveyMessage["state"], Label> = {
  waiting: { kind: "none", word: "Not sent yet" },
  sent: { kind: "good", word: "Sent" },
  refused: { kind: "bad", word: "Not sent" },
};
