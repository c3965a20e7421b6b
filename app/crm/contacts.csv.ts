// /crm/contacts.csv - the contacts of that search
import { exported } from "../kit/lists/export.server";
import { contacts } from "./record/records.list";

export const loader = exported("/crm/contacts.csv", contacts);
