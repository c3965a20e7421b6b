// /whatsapp/template.csv - the templates of that search
import { exported } from "../kit/lists/export.server";
import { templates } from "./template.list";

export const loader = exported("/whatsapp/template.csv", templates);
