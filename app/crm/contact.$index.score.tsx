// /crm/contact/:index/score - a contact: the points of the score, rule by rule
import { titledBy } from "../kit/title";
import { ScorePanel } from "./record/panels";
import { panelLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Score of ${data?.record.name ?? "a contact"}`);

export const loader = panelLoader("contact", "score");

export default function ContactScorePanel() {
  return <ScorePanel />;
}
