// /jibu/admin.csv - what waits for the platform, of that search
import { exported } from "../kit/lists/export.server";
import { approvals } from "./admin.list";

export const loader = exported("/jibu/admin.csv", approvals);
