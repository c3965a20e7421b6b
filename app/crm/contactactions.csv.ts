// /crm/contactactions.csv - the appointments of that search
import { exported } from "../kit/lists/export.server";
import { appointments } from "./contactactions.list";

export const loader = exported("/crm/contactactions.csv", appointments);
