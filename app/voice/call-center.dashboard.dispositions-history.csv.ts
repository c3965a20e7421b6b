// /voice/call-center/dashboard/dispositions-history.csv - the calls of that search
import { exported } from "../kit/lists/export.server";
import { historyList } from "./call-center.dashboard.dispositions-history.list";

export const loader = exported("/voice/call-center/dashboard/dispositions-history.csv", historyList);
