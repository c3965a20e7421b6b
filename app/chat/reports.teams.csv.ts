// /chat/reports/teams.csv - the teams of that report
import { exported } from "../kit/lists/export.server";
import { reportTeamsList } from "./reports/one-page.list";

export const loader = exported("/chat/reports/teams.csv", reportTeamsList);
