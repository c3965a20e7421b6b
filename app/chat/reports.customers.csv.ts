// /chat/reports/customers.csv - the customers of that report
import { csv } from "../kit/csv.server";
import { customersList } from "./reports/reports.list";

export const loader = csv("/chat/reports/customers.csv", customersList);
