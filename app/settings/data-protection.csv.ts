// /settings/data-protection.csv - the requests of that search
import { exported } from "../kit/lists/export.server";
import { personRequests } from "./data-protection.list";

export const loader = exported("/settings/data-protection.csv", personRequests);
