// /settings/selfcare/topup.csv - the payments of that search
import { csv } from "../kit/csv.server";
import { topUpsOf } from "./selfcare.lists";

export const loader = csv("/settings/selfcare/topup.csv", (_, viewer) => topUpsOf(viewer));
