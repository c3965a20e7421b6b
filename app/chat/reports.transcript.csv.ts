// /chat/reports/transcript.csv - the conversations of that report
import { exported } from "../kit/lists/export.server";
import { chatsList } from "./reports/chats.list";

export const loader = exported("/chat/reports/transcript.csv", chatsList);
