// /crm/organisations.csv - the organisations of that search
import { exported } from "../kit/lists/export.server";
import { organisations } from "./organisations.list";

export const loader = exported("/crm/organisations.csv", organisations);
