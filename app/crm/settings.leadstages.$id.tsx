// /crm/settings/leadstages/:id - changing a stage of leads (drawer)
import { ChangeStageDrawer } from "./settings/stage-drawers";
import { stageAction, stageLoader } from "./settings/stages.server";

export const loader = stageLoader("lead");

export const action = stageAction("lead");

export default function ChangeLeadStage() {
  return <ChangeStageDrawer />;
}
