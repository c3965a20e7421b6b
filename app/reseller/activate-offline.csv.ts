// /reseller/activate-offline.csv - the offline payments of that search
import { csv } from "../kit/csv.server";
import { activations } from "./activations.list";

export const loader = csv("/reseller/activate-offline.csv", activations);
