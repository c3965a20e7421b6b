// /settings/selfcare/request.csv - the bank slips of that search
import { csv } from "../kit/csv.server";
import { slipsOf } from "./selfcare.lists";

export const loader = csv("/settings/selfcare/request.csv", (_, viewer) => slipsOf(viewer));
