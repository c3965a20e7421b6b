// /crm/settings/dealstages/:id - changing a stage of deals (drawer)
import { ChangeStageDrawer } from "./settings/stage-drawers";
import { stageAction, stageLoader } from "./settings/stages.server";

export const loader = stageLoader("deal");

export const action = stageAction("deal");

export default function ChangeDealStage() {
  return <ChangeStageDrawer />;
}
