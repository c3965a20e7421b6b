// /survey/pending.csv - the runs of that search
import { exported } from "../kit/lists/export.server";
import { waitingRuns } from "./pending.list";

export const loader = exported("/survey/pending.csv", waitingRuns);
