// /settings/selfcare/invoices.csv - the invoices of that search
import { exported } from "../kit/lists/export.server";
import { invoices } from "./selfcare.invoices.list";

export const loader = exported("/settings/selfcare/invoices.csv", invoices);
