// /chat/reports/channels.csv - the lines of that report
import { csv } from "../kit/csv.server";
import { channelsList } from "./reports/reports.list";

export const loader = csv("/chat/reports/channels.csv", channelsList);
