// /voice/reports/waiting.csv - the callers of that search
import { exported } from "../kit/lists/export.server";
import { waitingCalls } from "./reports.waiting.list";

export const loader = exported("/voice/reports/waiting.csv", waitingCalls);
