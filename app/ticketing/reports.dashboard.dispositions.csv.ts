// /ticketing/reports/dashboard/dispositions.csv - the lines of that report
import { exported } from "../kit/lists/export.server";
import { reports } from "./reports/reports.list";

export const loader = exported("/ticketing/reports/dashboard/dispositions.csv", reports.dispositions);
