// /crm/settings/contactstages/:id/delete - the last step before a stage of contacts goes, and where its contacts go
import { titled } from "../kit/title";
import { DeleteStagePage } from "./settings/delete-stage-page";
import { deleteStageAction, deleteStageLoader } from "./settings/stages.server";

export const meta = titled("Delete a stage");

export const loader = deleteStageLoader("contact");

export const action = deleteStageAction("contact");

export default function DeleteContactStage() {
  return <DeleteStagePage />;
}
