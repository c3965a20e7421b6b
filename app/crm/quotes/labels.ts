import type { QuoteState } from "../../../rules/quotes";
import type { StatusKind } from "../../kit/ui/status";

export const quoteStateKinds: Record<QuoteState, StatusKind> = {
  draft: "none",
  sent: "info",
  accepted: "good",
  declined: "bad",
  expired: "warn",
};
