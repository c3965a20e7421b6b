// /chat/reports/agents.csv - the lines of that report
import { csv } from "../kit/csv.server";
import { agentsList } from "./reports/reports.list";

export const loader = csv("/chat/reports/agents.csv", agentsList);
