// /survey_old/smsSurveyOutbox.csv - the messages of that search
import { exported } from "../kit/lists/export.server";
import { oldSms } from "./smsSurveyOutbox.list";

export const loader = exported("/survey_old/smsSurveyOutbox.csv", oldSms);
