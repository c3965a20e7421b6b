// /chat/reports/agents/days.csv - the rows of that report
import { exported } from "../kit/lists/export.server";
import { agentDaysList } from "./reports/agent-days.list";

export const loader = exported("/chat/reports/agents/days.csv", agentDaysList);
