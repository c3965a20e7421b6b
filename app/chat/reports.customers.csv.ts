// /chat/reports/customers.csv - the customers of that report
import { exported } from "../kit/lists/export.server";
import { customersList } from "./reports/customers.list";

export const loader = exported("/chat/reports/customers.csv", customersList);
