// /email/outbox/:id/recipients.csv - the recipients of that search
import { exported } from "../kit/lists/export.server";
import { recipients } from "./mailings/recipients.list";

export const loader = exported("/email/outbox/:id/recipients.csv", recipients);
