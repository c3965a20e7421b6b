// /crm/settings/leadstages/:id/delete - the last step before a stage of leads goes, and where its leads go
import { titled } from "../kit/title";
import { DeleteStagePage } from "./settings/delete-stage-page";
import { deleteStageAction, deleteStageLoader } from "./settings/stages.server";

export const meta = titled("Delete a stage");

export const loader = deleteStageLoader("lead");

export const action = deleteStageAction("lead");

export default function DeleteLeadStage() {
  return <DeleteStagePage />;
}
