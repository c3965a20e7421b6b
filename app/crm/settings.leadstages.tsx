// /crm/settings/leadstages - the stages of leads, in their order
import { titled } from "../kit/title";
import { stagesAction, stagesLoader } from "./settings/stages.server";
import { StagesPage } from "./settings/stages-page";

export const meta = titled("Lead stages");

export const loader = stagesLoader("lead");

export const action = stagesAction("lead");

export default function LeadStages() {
  return <StagesPage />;
}
