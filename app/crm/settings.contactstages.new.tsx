// /crm/settings/contactstages/new - a new stage of contacts (drawer)
import { NewStageDrawer } from "./settings/stage-drawers";
import { newStageAction, newStageLoader } from "./settings/stages.server";

export const loader = newStageLoader("contact");

export const action = newStageAction("contact");

export default function NewContactStage() {
  return <NewStageDrawer />;
}
