// /survey_old/initiated.csv - the runs of that search
import { exported } from "../kit/lists/export.server";
import { oldSentRuns } from "./initiated.list";

export const loader = exported("/survey_old/initiated.csv", oldSentRuns);
