// /chat/reports/labels.csv - the labels of that report
import { exported } from "../kit/lists/export.server";
import { reportLabelsList } from "./reports/one-page.list";

export const loader = exported("/chat/reports/labels.csv", reportLabelsList);
