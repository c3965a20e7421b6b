// /contacts/blacklist.csv - the blacklisted numbers of that search
import { csv } from "../kit/csv.server";
import { blacklist } from "./blacklist.list";

export const loader = csv("/contacts/blacklist.csv", blacklist);
