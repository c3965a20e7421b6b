import type { FoundData as Found, PersonRequest } from "../../../services/identity/contract.privacy";
import type { StatusKind } from "../../kit/ui/status";

export const requestKindWords: Record<PersonRequest["kind"], string> = { export: "Archive", erasure: "Erasure" };

export const requestStateWords: Record<PersonRequest["state"], { kind: StatusKind; word: string }> = {
  waiting: { kind: "none", word: "Waiting" },
  running: { kind: "info", word: "Running" },
  done: { kind: "good", word: "Done" },
  failed: { kind: "bad", word: "Failed" },
};

export const outcomeWords: Record<Found["outcome"], string> = {
  removed: "Removed",
  anonymised: "Made anonymous",
  kept: "Kept",
};
