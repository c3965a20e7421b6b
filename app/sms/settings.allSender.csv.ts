// /sms/settings/allSender.csv - the sender IDs of all accounts, of that search
import { exported } from "../kit/lists/export.server";
import { allSenders } from "./senders/senders.list";

export const loader = exported("/sms/settings/allSender.csv", allSenders);
