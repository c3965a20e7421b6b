// /dashboard/all-contacts-group.csv - every group of that search with its count
import { exported } from "../kit/lists/export.server";
import { allGroups } from "./all-contacts-group.list";

export const loader = exported("/dashboard/all-contacts-group.csv", allGroups);
