// /settings/templates.csv - the templates of that search
import { csv } from "../kit/csv.server";
import { templates } from "../kit/templates/list";

export const loader = csv("/settings/templates.csv", templates);
