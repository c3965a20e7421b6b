// /chat/reports/agents.csv - the agents of that report
import { exported } from "../kit/lists/export.server";
import { agentsList } from "./reports/one-page.list";

export const loader = exported("/chat/reports/agents.csv", agentsList);
