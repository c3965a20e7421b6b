// /crm/settings/contactstages/:id - changing a stage of contacts (drawer)
import { ChangeStageDrawer } from "./settings/stage-drawers";
import { stageAction, stageLoader } from "./settings/stages.server";

export const loader = stageLoader("contact");

export const action = stageAction("contact");

export default function ChangeContactStage() {
  return <ChangeStageDrawer />;
}
