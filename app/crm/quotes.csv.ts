// /crm/quotes.csv - the quotes of that search
import { exported } from "../kit/lists/export.server";
import { quotes } from "./quotes.list";

export const loader = exported("/crm/quotes.csv", quotes);
