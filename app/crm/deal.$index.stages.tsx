// /crm/deal/:index/stages - a deal: moving it to another stage, and where it has been
import { titledBy } from "../kit/title";
import { StagesPanel } from "./record/panels";
import { stagesAction, stagesLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Stages of ${data?.record.name ?? "a deal"}`);

export const loader = stagesLoader("deal");

export const action = stagesAction("deal");

export default function DealStagesPanel() {
  return <StagesPanel />;
}
