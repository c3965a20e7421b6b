// /survey_old.csv - the old surveys of that search
import { exported } from "../kit/lists/export.server";
import { oldSurveys } from "./index.list";

export const loader = exported("/survey_old.csv", oldSurveys);
