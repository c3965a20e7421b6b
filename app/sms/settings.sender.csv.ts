// /sms/settings/sender.csv - the account's sender IDs, of that search
import { exported } from "../kit/lists/export.server";
import { ownSenders } from "./senders/senders.list";

export const loader = exported("/sms/settings/sender.csv", ownSenders);
