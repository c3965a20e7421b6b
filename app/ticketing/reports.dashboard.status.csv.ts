// /ticketing/reports/dashboard/status.csv - the lines of that report
import { csv } from "../kit/csv.server";
import { reports } from "./reports/reports.list";

export const loader = csv("/ticketing/reports/dashboard/status.csv", reports.status);
