import type { Disposition } from "../../../rules/survey/sessions";
import type {
  InstanceStatus,
  SurveyInstance,
  SurveyMessage,
  SurveyRecipient,
} from "../../../services/survey/contract.instances";
import type { SurveySession } from "../../../services/survey/contract.schemas";
import type { StatusKind } from "../ui/status";

type Label = { kind: StatusKind; word: string };

/** How far a run is. */
export const runStatus: Record<InstanceStatus, Label> = {
  pending: { kind: "none", word: "Not started" },
  running: { kind: "info", word: "Running" },
  paused: { kind: "warn", word: "Paused" },
  closed: { kind: "none", word: "Closed early" },
  done: { kind: "good", word: "Done" },
};

/** What a run is sent on. */
export const channelName: Record<SurveyInstance["channel_id"], string> = { sms: "SMS", whatsapp: "WhatsApp" };

/** Where people answer. */
export const sessionChannelName: Record<SurveySession["channel"], string> = {
  web: "Web",
  ...channelName,
  agent: "Interviewer",
};

/** Where a person of a contact base is who has no response. */
export const recipientState: Record<SurveyRecipient["state"], Label> = {
  waiting: { kind: "none", word: "Not asked yet" },
  asked: { kind: "info", word: "Asked" },
  skipped: { kind: "warn", word: "Left out" },
};

/** What became of a message of a survey; the receipt of an SMS is in the history of SMS. */
export const messageState: Record<SurveyMessage["state"], Label> = {
  waiting: { kind: "none", word: "Not sent yet" },
  sending: { kind: "info", word: "Being sent" },
  sent: { kind: "good", word: "Sent" },
  refused: { kind: "bad", word: "Not sent" },
};

/** The shape of a session's disposition. */
export function dispositionKind(disposition: Disposition): StatusKind {
  if (disposition === "completed") return "good";
  if (disposition === "started" || disposition === "interim partial") return "info";
  if (disposition === "breakoff" || disposition === "partial" || disposition === "rejected") return "warn";
  return disposition === "refused" || disposition === "failed" ? "bad" : "none";
}
