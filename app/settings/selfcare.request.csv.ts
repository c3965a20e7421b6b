// /settings/selfcare/request.csv - the bank slips of that search
import { exported } from "../kit/lists/export.server";
import { slips } from "./selfcare.request.list";

export const loader = exported("/settings/selfcare/request.csv", slips);
