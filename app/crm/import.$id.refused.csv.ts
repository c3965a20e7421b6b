// /crm/import/:id/refused.csv - the refused rows, to correct and send again
import { exported } from "../kit/lists/export.server";
import { refusedList } from "./import.$id.refused.list";

export const loader = exported("/crm/import/:id/refused.csv", refusedList);
