// /voice/call-center/dashboard/recent-calls.csv - the calls of that search
import { exported } from "../kit/lists/export.server";
import { recentCallList } from "./call-center.dashboard.recent-calls.list";

export const loader = exported("/voice/call-center/dashboard/recent-calls.csv", recentCallList);
