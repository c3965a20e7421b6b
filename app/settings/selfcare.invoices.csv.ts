// /settings/selfcare/invoices.csv - the invoices of that search
import { csv } from "../kit/csv.server";
import { invoices } from "./selfcare.lists";

export const loader = csv("/settings/selfcare/invoices.csv", invoices);
