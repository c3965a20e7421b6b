// /whatsapp/inboxes/configure/:id/outbox.csv - what a run said
import { exported } from "../kit/lists/export.server";
import { runOutbox } from "./inboxes.configure.$id.outbox.list";

export const loader = exported("/whatsapp/inboxes/configure/:id/outbox.csv", runOutbox);
