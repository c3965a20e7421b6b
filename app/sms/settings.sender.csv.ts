// /sms/settings/sender.csv - the account's sender IDs, of that search
import { csv } from "../kit/csv.server";
import { ownSenders } from "./senders.list";

export const loader = csv("/sms/settings/sender.csv", ownSenders);
