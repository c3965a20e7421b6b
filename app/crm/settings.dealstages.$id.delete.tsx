// /crm/settings/dealstages/:id/delete - the last step before a stage of deals goes, and where its deals go
import { titled } from "../kit/title";
import { DeleteStagePage } from "./settings/delete-stage-page";
import { deleteStageAction, deleteStageLoader } from "./settings/stages.server";

export const meta = titled("Delete a stage");

export const loader = deleteStageLoader("deal");

export const action = deleteStageAction("deal");

export default function DeleteDealStage() {
  return <DeleteStagePage />;
}
