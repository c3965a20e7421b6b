// /survey_old/pending.csv - the runs of that search
import { exported } from "../kit/lists/export.server";
import { oldPendingRuns } from "./pending.list";

export const loader = exported("/survey_old/pending.csv", oldPendingRuns);
