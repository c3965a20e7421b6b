// /crm/settings/dealstages/new - a new stage of deals (drawer)
import { NewStageDrawer } from "./settings/stage-drawers";
import { newStageAction, newStageLoader } from "./settings/stages.server";

export const loader = newStageLoader("deal");

export const action = newStageAction("deal");

export default function NewDealStage() {
  return <NewStageDrawer />;
}
