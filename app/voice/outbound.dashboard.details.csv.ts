// /voice/outbound/dashboard/details.csv - the numbers to call of that search
import { exported } from "../kit/lists/export.server";
import { targetList } from "./outbound.dashboard.details.list";

export const loader = exported("/voice/outbound/dashboard/details.csv", targetList);
