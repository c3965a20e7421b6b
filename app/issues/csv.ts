// /issues.csv - every issue that this account reported
import { csv } from "../kit/csv.server";
import { issues } from "./issues.list";

export const loader = csv("/issues.csv", issues);
