// /survey/smsSurveyOutbox.csv - the SMS of that search
import { exported } from "../kit/lists/export.server";
import { surveyOutbox } from "./smsSurveyOutbox.list";

export const loader = exported("/survey/smsSurveyOutbox.csv", surveyOutbox);
