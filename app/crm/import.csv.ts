// /crm/import.csv - the imports of leads and contacts
import { exported } from "../kit/lists/export.server";
import { imports } from "./import.list";

export const loader = exported("/crm/import.csv", imports);
