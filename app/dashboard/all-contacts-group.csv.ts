// /dashboard/all-contacts-group.csv - every group of that search with its count
import { csv } from "../kit/csv.server";
import { allGroups } from "./all-contacts-group.list";

export const loader = csv("/dashboard/all-contacts-group.csv", allGroups);
