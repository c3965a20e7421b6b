// /crm/settings/duplicates.csv - the pairs of records that may be the same
import { exported } from "../kit/lists/export.server";
import { duplicatePairs } from "./settings.duplicates.list";

export const loader = exported("/crm/settings/duplicates.csv", duplicatePairs);
