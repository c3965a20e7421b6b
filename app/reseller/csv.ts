// /reseller.csv - the child accounts of that search
import { csv } from "../kit/csv.server";
import { children } from "./children.list";

export const loader = csv("/reseller.csv", children);
