// /sms/history.csv - the blasts of that search
import { csv } from "../kit/csv.server";
import { blasts } from "./history.list";

export const loader = csv("/sms/history.csv", blasts);
