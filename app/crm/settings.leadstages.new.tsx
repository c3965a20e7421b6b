// /crm/settings/leadstages/new - a new stage of leads (drawer)
import { NewStageDrawer } from "./settings/stage-drawers";
import { newStageAction, newStageLoader } from "./settings/stages.server";

export const loader = newStageLoader("lead");

export const action = newStageAction("lead");

export default function NewLeadStage() {
  return <NewStageDrawer />;
}
