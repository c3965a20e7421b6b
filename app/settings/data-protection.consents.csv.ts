// /settings/data-protection/consents.csv - the consents of that search
import { exported } from "../kit/lists/export.server";
import { consents } from "./data-protection.consents.list";

export const loader = exported("/settings/data-protection/consents.csv", consents);
