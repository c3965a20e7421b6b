// /survey/whatsappSurveyOutbox.csv - the messages of that search
import { exported } from "../kit/lists/export.server";
import { whatsappOutbox } from "./whatsappSurveyOutbox.list";

export const loader = exported("/survey/whatsappSurveyOutbox.csv", whatsappOutbox);
