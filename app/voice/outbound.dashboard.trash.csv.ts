// /voice/outbound/dashboard/trash.csv - the numbers in the trash
import { exported } from "../kit/lists/export.server";
import { trashList } from "./outbound.dashboard.trash.list";

export const loader = exported("/voice/outbound/dashboard/trash.csv", trashList);
