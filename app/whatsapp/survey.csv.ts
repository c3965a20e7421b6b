// /whatsapp/survey.csv - the runs of that search
import { exported } from "../kit/lists/export.server";
import { whatsappRuns } from "./survey.list";

export const loader = exported("/whatsapp/survey.csv", whatsappRuns);
