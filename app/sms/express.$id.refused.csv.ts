// /sms/express/:id/refused.csv - the rows of an express send that get no message, to correct and send again
import { exported } from "../kit/lists/export.server";
import { leftOutList } from "./express.$id.refused.list";

export const loader = exported("/sms/express/:id/refused.csv", leftOutList);
