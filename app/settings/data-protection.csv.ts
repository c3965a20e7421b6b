// /settings/data-protection.csv - the requests of that search
import { csv } from "../kit/csv.server";
import { personRequests } from "./data-protection.list";

export const loader = csv("/settings/data-protection.csv", personRequests);
