// /email/single_outbox.csv - the list as a file
import { exported } from "../kit/lists/export.server";
import { singleMailings } from "./mailings/mailings.list";

export const loader = exported("/email/single_outbox.csv", singleMailings);
