import { z } from "zod";
import { oldCalls } from "../../services/survey/contract.old";
import { list } from "../kit/lists/definition";
import { oldChannelFilter, oldRunColumns } from "./parts/old-columns";

/** Old runs that were made and never started (Q122). */
export const oldPendingRuns = list({
  path: "/survey_old/pending",
  file: "old-runs-not-started",
  noun: ["run", "runs"],
  search: z.object(oldCalls.oldRuns.query.shape).omit({ survey: true, state: true }),
  rows: ({ api }, query) => api.survey.oldRuns({ query: { ...query, state: "pending" } }),
  filters: () => [oldChannelFilter],
  columns: ({ zone }) => oldRunColumns(zone),
  id: ({ id }) => String(id),
});
