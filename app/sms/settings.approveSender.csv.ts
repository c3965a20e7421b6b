// /sms/settings/approveSender.csv - the sender IDs to approve, of that search
import { exported } from "../kit/lists/export.server";
import { waitingSenders } from "./senders/senders.list";

export const loader = exported("/sms/settings/approveSender.csv", waitingSenders);
