// /reseller.csv - the child accounts of that search
import { exported } from "../kit/lists/export.server";
import { children } from "./index.list";

export const loader = exported("/reseller.csv", children);
