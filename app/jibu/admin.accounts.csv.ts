// /jibu/admin/accounts.csv - the accounts of that search
import { csv } from "../kit/csv.server";
import { accounts } from "./accounts.list";

export const loader = csv("/jibu/admin/accounts.csv", accounts);
