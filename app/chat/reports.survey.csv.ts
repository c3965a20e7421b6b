// /chat/reports/survey.csv - the rated conversations of that report
import { exported } from "../kit/lists/export.server";
import { surveyList } from "./reports/chats.list";

export const loader = exported("/chat/reports/survey.csv", surveyList);
