// /dashboard/billing-message-transaction.csv - the message charges of that search
import { exported } from "../kit/lists/export.server";
import { charges } from "./billing-message-transaction.list";

export const loader = exported("/dashboard/billing-message-transaction.csv", charges);
