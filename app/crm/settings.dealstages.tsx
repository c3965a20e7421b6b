// /crm/settings/dealstages - the stages of deals, in their order
import { titled } from "../kit/title";
import { stagesAction, stagesLoader } from "./settings/stages.server";
import { StagesPage } from "./settings/stages-page";

export const meta = titled("Deal stages");

export const loader = stagesLoader("deal");

export const action = stagesAction("deal");

export default function DealStages() {
  return <StagesPage />;
}
