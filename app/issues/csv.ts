// /issues.csv - every issue that this account reported
import { exported } from "../kit/lists/export.server";
import { issues } from "./index.list";

export const loader = exported("/issues.csv", issues);
