// /email/outbox.csv - the list as a file
import { exported } from "../kit/lists/export.server";
import { allMailings } from "./mailings/mailings.list";

export const loader = exported("/email/outbox.csv", allMailings);
