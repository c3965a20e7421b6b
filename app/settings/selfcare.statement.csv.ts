// /settings/selfcare/statement.csv - the lines of that search with the balance after each
import { csv } from "../kit/csv.server";
import { statement } from "./selfcare.lists";

export const loader = csv("/settings/selfcare/statement.csv", statement);
