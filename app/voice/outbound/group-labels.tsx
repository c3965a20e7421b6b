import type { TargetGroup } from "../../../services/voice/contract.targets";
import { Status, type StatusKind } from "../../kit/ui/status";

/** What a list of numbers to call is now, in a word. */
export function groupWord({ state, active, deletedAt }: Pick<TargetGroup, "state" | "active" | "deletedAt">): {
  word: string;
  kind: StatusKind;
} {
  if (deletedAt) return { word: "In the trash", kind: "none" };
  if (state === "running") return { word: "Being read", kind: "info" };
  if (state === "failed") return { word: "Failed", kind: "bad" };
  return active ? { word: "Active", kind: "good" } : { word: "Cancelled", kind: "warn" };
}

export function GroupStatus({ group }: { group: Parameters<typeof groupWord>[0] }) {
  const { kind, word } = groupWord(group);
  return <Status kind={kind}>{word}</Status>;
}
