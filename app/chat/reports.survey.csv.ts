// /chat/reports/survey.csv - the rated conversations of that report
import { csv } from "../kit/csv.server";
import { surveyList } from "./reports/reports.list";

export const loader = csv("/chat/reports/survey.csv", surveyList);
