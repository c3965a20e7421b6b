// /email/bulk_outbox.csv - the list as a file
import { exported } from "../kit/lists/export.server";
import { bulkMailings } from "./mailings/mailings.list";

export const loader = exported("/email/bulk_outbox.csv", bulkMailings);
