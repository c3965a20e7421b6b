// /contacts/contact-group/import.csv - every import
import { csv } from "../kit/csv.server";
import { imports } from "./imports.list";

export const loader = csv("/contacts/contact-group/import.csv", imports);
