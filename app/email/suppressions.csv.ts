// /email/suppressions.csv - the list as a file
import { exported } from "../kit/lists/export.server";
import { suppressions } from "./suppressions.list";

export const loader = exported("/email/suppressions.csv", suppressions);
