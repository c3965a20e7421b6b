// /contacts/blacklist.csv - the blacklisted numbers of that search
import { exported } from "../kit/lists/export.server";
import { blacklist } from "./blacklist.list";

export const loader = exported("/contacts/blacklist.csv", blacklist);
