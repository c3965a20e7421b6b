// /contacts/contact-group/import.csv - every import
import { exported } from "../kit/lists/export.server";
import { imports } from "./contact-group.import.list";

export const loader = exported("/contacts/contact-group/import.csv", imports);
