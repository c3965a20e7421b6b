import type { SurveyStatus } from "../../../services/survey/contract.schemas";
import type { StatusKind } from "../../kit/ui/status";

/** How a survey's status is shown. */
export const statusLabels: Record<SurveyStatus, { kind: StatusKind; word: string }> = {
  draft: { kind: "none", word: "Draft" },
  published: { kind: "good", word: "Published" },
  closed: { kind: "warn", word: "Closed" },
};
