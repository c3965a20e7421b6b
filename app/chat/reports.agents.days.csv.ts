// /chat/reports/agents/days.csv - the time of each agent and day
import { csv } from "../kit/csv.server";
import { agentDaysList } from "./reports/reports.list";

export const loader = csv("/chat/reports/agents/days.csv", agentDaysList);
