// /sms/inbox.csv - the received messages of that search
import { exported } from "../kit/lists/export.server";
import { received } from "./inbox.list";

export const loader = exported("/sms/inbox.csv", received);
