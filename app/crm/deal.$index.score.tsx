// /crm/deal/:index/score - a deal: the points of the score, rule by rule
import { titledBy } from "../kit/title";
import { ScorePanel } from "./record/panels";
import { panelLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Score of ${data?.record.name ?? "a deal"}`);

export const loader = panelLoader("deal", "score");

export default function DealScorePanel() {
  return <ScorePanel />;
}
