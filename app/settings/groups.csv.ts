// /settings/groups.csv - the roles of that search
import { exported } from "../kit/lists/export.server";
import { roles } from "./groups.list";

export const loader = exported("/settings/groups.csv", roles);
