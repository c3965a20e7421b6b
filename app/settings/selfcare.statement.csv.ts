// /settings/selfcare/statement.csv - the lines of that search
import { exported } from "../kit/lists/export.server";
import { statement } from "./selfcare.statement.list";

export const loader = exported("/settings/selfcare/statement.csv", statement);
