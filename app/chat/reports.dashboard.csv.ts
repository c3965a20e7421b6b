// /chat/reports/dashboard.csv - conversations over time
import { csv } from "../kit/csv.server";
import { dashboardList } from "./reports/reports.list";

export const loader = csv("/chat/reports/dashboard.csv", dashboardList);
