// /ticketing/reports/dashboard/stages.csv - the lines of that report
import { csv } from "../kit/csv.server";
import { reports } from "./reports/reports.list";

export const loader = csv("/ticketing/reports/dashboard/stages.csv", reports.stages);
