// /chat/reports/transcript.csv - the conversations of that list
import { csv } from "../kit/csv.server";
import { chatsList } from "./reports/reports.list";

export const loader = csv("/chat/reports/transcript.csv", chatsList);
