// /voice/reports/calls.csv - the calls of that search
import { exported } from "../kit/lists/export.server";
import { calls } from "./reports.calls.list";

export const loader = exported("/voice/reports/calls.csv", calls);
