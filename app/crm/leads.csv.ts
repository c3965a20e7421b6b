// /crm/leads.csv - the leads of that search
import { exported } from "../kit/lists/export.server";
import { leads } from "./record/records.list";

export const loader = exported("/crm/leads.csv", leads);
