// /survey/configure/:id/outbox.csv - what a run said
import { exported } from "../kit/lists/export.server";
import { runOutbox } from "./configure.$id.outbox.list";

export const loader = exported("/survey/configure/:id/outbox.csv", runOutbox);
