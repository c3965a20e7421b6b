// /dashboard/billing-message-transaction.csv - the message charges of that search
import { csv } from "../kit/csv.server";
import { charges } from "./billing-message-transaction.list";

export const loader = csv("/dashboard/billing-message-transaction.csv", charges);
