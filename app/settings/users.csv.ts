// /settings/users.csv - the people of that search
import { exported } from "../kit/lists/export.server";
import { users } from "./users.list";

export const loader = exported("/settings/users.csv", users);
