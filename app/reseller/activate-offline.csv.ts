// /reseller/activate-offline.csv - the payments of that search
import { exported } from "../kit/lists/export.server";
import { activations } from "./activate-offline.list";

export const loader = exported("/reseller/activate-offline.csv", activations);
