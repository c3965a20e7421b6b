// /dashboard/sms-outbox.csv - the campaigns of that search
import { exported } from "../kit/lists/export.server";
import { outbox } from "./sms-outbox.list";

export const loader = exported("/dashboard/sms-outbox.csv", outbox);
