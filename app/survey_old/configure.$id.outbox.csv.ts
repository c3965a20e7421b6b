// /survey_old/configure/:id/outbox.csv - the messages of a run of an old survey
import { exported } from "../kit/lists/export.server";
import { oldOutbox } from "./configure.$id.outbox.list";

export const loader = exported("/survey_old/configure/:id/outbox.csv", oldOutbox);
