// /sms/settings/allSender.csv - the sender IDs of all accounts, of that search
import { csv } from "../kit/csv.server";
import { allSenders } from "./senders.list";

export const loader = csv("/sms/settings/allSender.csv", allSenders);
