// /settings/selfcare/topup.csv - the payments of that search
import { exported } from "../kit/lists/export.server";
import { topUps } from "./selfcare.topup.list";

export const loader = exported("/settings/selfcare/topup.csv", topUps);
