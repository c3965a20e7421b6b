// /settings/data-protection/consents.csv - the consents of that search
import { csv } from "../kit/csv.server";
import { consents } from "./data-protection.list";

export const loader = csv("/settings/data-protection/consents.csv", consents);
