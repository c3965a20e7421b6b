// /voice/settings/uploads/:id/rows.csv - the rows that are not called, to correct and send again
import { exported } from "../kit/lists/export.server";
import { targetRows } from "./settings.uploads.$id.rows.list";

export const loader = exported("/voice/settings/uploads/:id/rows.csv", targetRows);
