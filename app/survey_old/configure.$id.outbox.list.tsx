import { z } from "zod";
import { oldCalls } from "../../services/survey/contract.old";
import { list } from "../kit/lists/definition";
import { parseRunId } from "../kit/survey-runs/run.server";
import { oldMessageColumns } from "./parts/old-columns";
import { loadOldRun } from "./parts/old-run.server";

/** The messages of an old run. */
export const oldOutbox = list({
  path: "/survey_old/configure/:id/outbox",
  noun: ["message", "messages"],
  search: z.object(oldCalls.oldMessages.query.shape).omit({ instance: true, channel: true }),
  facts: async (asked) => ({ run: await loadOldRun(asked) }),
  file: ({ run }) => `old-run-messages-${run.name}`,
  rows: ({ api, params }, query) => api.survey.oldMessages({ query: { ...query, instance: parseRunId(params.id) } }),
  columns: ({ zone }) => oldMessageColumns(zone, false),
  id: ({ id }) => String(id),
});
