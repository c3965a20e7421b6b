// /crm/deals.csv - the deals of that search
import { exported } from "../kit/lists/export.server";
import { deals } from "./record/records.list";

export const loader = exported("/crm/deals.csv", deals);
