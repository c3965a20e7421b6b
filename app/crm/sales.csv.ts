// /crm/sales.csv - the sales of that search
import { exported } from "../kit/lists/export.server";
import { sales } from "./sales.list";

export const loader = exported("/crm/sales.csv", sales);
