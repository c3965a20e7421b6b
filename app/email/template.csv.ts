// /email/template.csv - the list as a file
import { exported } from "../kit/lists/export.server";
import { emailTemplates } from "./template.list";

export const loader = exported("/email/template.csv", emailTemplates);
