// /settings/api/webhooks.csv - the account's web hooks
import { exported } from "../kit/lists/export.server";
import { webhooks } from "./api.webhooks.list";

export const loader = exported("/settings/api/webhooks.csv", webhooks);
