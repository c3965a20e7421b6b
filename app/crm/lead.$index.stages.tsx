// /crm/lead/:index/stages - a lead: moving it to another stage, and where it has been
import { titledBy } from "../kit/title";
import { StagesPanel } from "./record/panels";
import { stagesAction, stagesLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Stages of ${data?.record.name ?? "a lead"}`);

export const loader = stagesLoader("lead");

export const action = stagesAction("lead");

export default function LeadStagesPanel() {
  return <StagesPanel />;
}
