// /sms/history/:id/messages.csv - the messages of that search
import { csv } from "../kit/csv.server";
import { blastId } from "./blast.server";
import { messagesOf } from "./messages.list";

export const loader = csv("/sms/history/:id/messages.csv", (params) => messagesOf(blastId(params.id)));
