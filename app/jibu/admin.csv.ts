// /jibu/admin.csv - what waits for the platform, of that search
import { csv } from "../kit/csv.server";
import { approvals } from "./approvals.list";

export const loader = csv("/jibu/admin.csv", approvals);
