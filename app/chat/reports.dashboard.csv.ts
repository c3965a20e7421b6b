// /chat/reports/dashboard.csv - the periods of that report
import { exported } from "../kit/lists/export.server";
import { dashboardList } from "./reports/one-page.list";

export const loader = exported("/chat/reports/dashboard.csv", dashboardList);
