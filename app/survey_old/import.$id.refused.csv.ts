// /survey_old/import/:id/refused.csv - the refused rows, to correct and send again
import { exported } from "../kit/lists/export.server";
import { oldRefused } from "./import.$id.refused.list";

export const loader = exported("/survey_old/import/:id/refused.csv", oldRefused);
