// /settings/users.csv - the people of that search
import { csv } from "../kit/csv.server";
import { users } from "./users.list";

export const loader = csv("/settings/users.csv", users);
