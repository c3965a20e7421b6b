// /survey_old/:id/answers.csv - the answers of that search
import { exported } from "../kit/lists/export.server";
import { oldAnswers } from "./$id.answers.list";

export const loader = exported("/survey_old/:id/answers.csv", oldAnswers);
