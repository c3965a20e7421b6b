// /sms/history/:id/messages.csv - the messages of that search
import { exported } from "../kit/lists/export.server";
import { messages } from "./messages.list";

export const loader = exported("/sms/history/:id/messages.csv", messages);
