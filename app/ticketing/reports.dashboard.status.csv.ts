// /ticketing/reports/dashboard/status.csv - the lines of that report
import { exported } from "../kit/lists/export.server";
import { reports } from "./reports/reports.list";

export const loader = exported("/ticketing/reports/dashboard/status.csv", reports.status);
