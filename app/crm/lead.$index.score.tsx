// /crm/lead/:index/score - a lead: the points of the score, rule by rule
import { titledBy } from "../kit/title";
import { ScorePanel } from "./record/panels";
import { panelLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Score of ${data?.record.name ?? "a lead"}`);

export const loader = panelLoader("lead", "score");

export default function LeadScorePanel() {
  return <ScorePanel />;
}
