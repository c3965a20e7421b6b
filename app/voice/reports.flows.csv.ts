// /voice/reports/flows.csv - the calls in flows of that search
import { exported } from "../kit/lists/export.server";
import { flowCallRecords } from "./reports.flows.list";

export const loader = exported("/voice/reports/flows.csv", flowCallRecords);
