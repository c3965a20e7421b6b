// /whatsapp/inboxes/broadcast-history.csv - the broadcasts of that view
import { exported } from "../kit/lists/export.server";
import { broadcasts } from "./inboxes.broadcast-history.list";

export const loader = exported("/whatsapp/inboxes/broadcast-history.csv", broadcasts);
