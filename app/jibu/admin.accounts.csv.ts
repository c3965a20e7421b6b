// /jibu/admin/accounts.csv - the accounts of that search
import { exported } from "../kit/lists/export.server";
import { accounts } from "./admin.accounts.list";

export const loader = exported("/jibu/admin/accounts.csv", accounts);
