// /sms/settings/approveSender.csv - the sender IDs to approve, of that search
import { csv } from "../kit/csv.server";
import { waitingSenders } from "./senders.list";

export const loader = csv("/sms/settings/approveSender.csv", waitingSenders);
