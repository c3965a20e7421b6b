import type { Disposition } from "../../../rules/survey/sessions";
import type { SurveyStatus } from "../../../services/survey/contract.schemas";
import type { StatusKind } from "../../kit/ui/status";

/** How a survey's status is shown. */
export const statusLabels: Record<SurveyStatus, { kind: StatusKind; word: string }> = {
  draft: { kind: "none", word: "Draft" },
  published: { kind: "good", word: "Published" },
  closed: { kind: "warn", word: "Closed" },
};

/** The shape of a session's disposition. */
export function dispositionKind(disposition: Disposition): StatusKind {
  if (disposition === "completed") return "good";
  if (disposition === "started" || disposition === "interim partial") return "info";
  if (disposition === "breakoff" || disposition === "partial" || disposition === "rejected") return "warn";
  return disposition === "refused" || disposition === "failed" ? "bad" : "none";
}
