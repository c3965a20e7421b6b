// /settings/groups.csv - the roles of that search
import { csv } from "../kit/csv.server";
import { roles } from "./roles.list";

export const loader = csv("/settings/groups.csv", roles);
