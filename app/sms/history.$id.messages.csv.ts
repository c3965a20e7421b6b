// /sms/history/:id/messages.csv - the messages of that search
import { exported } from "../kit/lists/export.server";
import { messages } from "./blasts/messages.list";

export const loader = exported("/sms/history/:id/messages.csv", messages);
