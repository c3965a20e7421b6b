// /sms/history/:id/clicks.csv - the link clicks of that search
import { exported } from "../kit/lists/export.server";
import { clicks } from "./blasts/clicks.list";

export const loader = exported("/sms/history/:id/clicks.csv", clicks);
