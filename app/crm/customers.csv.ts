// /crm/customers.csv - the customers of that search
import { exported } from "../kit/lists/export.server";
import { customers } from "./customers.list";

export const loader = exported("/crm/customers.csv", customers);
