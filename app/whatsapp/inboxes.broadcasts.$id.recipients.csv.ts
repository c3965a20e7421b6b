// /whatsapp/inboxes/broadcasts/:id/recipients.csv - every number of a broadcast with its state
import { exported } from "../kit/lists/export.server";
import { recipients } from "./inboxes.broadcasts.$id.recipients.list";

export const loader = exported("/whatsapp/inboxes/broadcasts/:id/recipients.csv", recipients);
