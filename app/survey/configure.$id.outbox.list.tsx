import { runOutboxList } from "../kit/survey-runs/run-outbox.list";

/** What a run said. */
export const runOutbox = runOutboxList("/survey/configure/:id");
