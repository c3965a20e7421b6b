// /survey/configure/:id/outbox.csv - the SMS of a run
import { exported } from "../kit/lists/export.server";
import { runOutbox } from "./configure.$id.outbox.list";

export const loader = exported("/survey/configure/:id/outbox.csv", runOutbox);
