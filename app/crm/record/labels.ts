import type { StageCategory } from "../../../rules/crm";
import type { RecordStage } from "../../../services/crm/contract.records";
import type { StatusKind } from "../../kit/ui/status";

export const categoryKinds: Record<StageCategory, StatusKind> = {
  new: "info",
  working: "warn",
  won: "good",
  lost: "none",
};

/** "3 days", "5 h": for how long something has been as it is. */
export function formatAge(since: string, now: number): string {
  const hours = Math.max(0, Math.floor((now - Date.parse(since)) / 3_600_000));
  if (hours < 24) return hours === 0 ? "less than 1 h" : `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 day" : `${days.toLocaleString("en-KE")} days`;
}

type LabelledStage = Pick<RecordStage, "name" | "pipeline">;

/** A stage by its name, after that of its pipeline where there are several. */
export function stageLabel({ name, pipeline }: LabelledStage, stages: readonly LabelledStage[]): string {
  return stages.some((other) => other.pipeline !== pipeline) ? `${pipeline}: ${name}` : name;
}
