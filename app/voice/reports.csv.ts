// /voice/reports.csv - the figures of that report
import { exported } from "../kit/lists/export.server";
import { reports } from "./reports.list";

export const loader = exported("/voice/reports.csv", reports);
