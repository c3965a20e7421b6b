// /settings/api/webhooks/:id.csv - what a web hook was told
import { exported } from "../kit/lists/export.server";
import { deliveries } from "./api.webhooks.$id.list";

export const loader = exported("/settings/api/webhooks/:id.csv", deliveries);
