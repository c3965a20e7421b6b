// /survey.csv - the surveys of that search
import { exported } from "../kit/lists/export.server";
import { surveys } from "./index.list";

export const loader = exported("/survey.csv", surveys);
