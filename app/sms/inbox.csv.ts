// /sms/inbox.csv - the received messages of that search
import { csv } from "../kit/csv.server";
import { received } from "./inbox.list";

export const loader = csv("/sms/inbox.csv", received);
