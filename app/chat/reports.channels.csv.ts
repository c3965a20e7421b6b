// /chat/reports/channels.csv - the channels of that report
import { exported } from "../kit/lists/export.server";
import { channelsList } from "./reports/one-page.list";

export const loader = exported("/chat/reports/channels.csv", channelsList);
