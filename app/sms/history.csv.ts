// /sms/history.csv - the blasts of that search
import { exported } from "../kit/lists/export.server";
import { blasts } from "./history.list";

export const loader = exported("/sms/history.csv", blasts);
