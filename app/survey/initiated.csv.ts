// /survey/initiated.csv - the runs of that search
import { exported } from "../kit/lists/export.server";
import { sentRuns } from "./initiated.list";

export const loader = exported("/survey/initiated.csv", sentRuns);
