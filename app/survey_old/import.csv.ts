// /survey_old/import.csv - the imports of old results
import { exported } from "../kit/lists/export.server";
import { oldImports } from "./import.list";

export const loader = exported("/survey_old/import.csv", oldImports);
