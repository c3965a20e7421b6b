// /settings/templates.csv - the templates of that search
import { exported } from "../kit/lists/export.server";
import { templates } from "../kit/templates/templates.list";

export const loader = exported("/settings/templates.csv", templates);
