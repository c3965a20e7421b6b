// /survey_old/whatsappSurveyOutbox.csv - the messages of that search
import { exported } from "../kit/lists/export.server";
import { oldWhatsapp } from "./whatsappSurveyOutbox.list";

export const loader = exported("/survey_old/whatsappSurveyOutbox.csv", oldWhatsapp);
