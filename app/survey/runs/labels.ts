import type { InstanceStatus, SurveyMessage, SurveyRecipient } from "../../../services/survey/contract.instances";
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

/** Where a person of a contact base is who has no response. */
export const recipientState: Record<SurveyRecipient["state"], Label> = {
  waiting: { kind: "none", word: "Not asked yet" },
  asked: { kind: "info", word: "Asked" },
  skipped: { kind: "warn", word: "Left out" },
};

/** What became of an SMS of a survey on its way to messaging; its receipt is in the history of SMS. */
export const messageState: Record<SurveyMessage["state"], Label> = {
  waiting: { kind: "none", word: "Not sent yet" },
  sending: { kind: "info", word: "Being sent" },
  sent: { kind: "good", word: "Sent" },
  refused: { kind: "bad", word: "Not sent" },
};
