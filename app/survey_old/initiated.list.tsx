import { z } from "zod";
import { oldCalls } from "../../services/survey/contract.old";
import { list } from "../kit/lists/definition";
import { oldChannelFilter, oldRunColumns } from "./parts/old-columns";

/** Old runs that were started (Q122). */
export const oldSentRuns = list({
  path: "/survey_old/initiated",
  file: "old-runs-sent",
  noun: ["run", "runs"],
  search: z.object(oldCalls.oldRuns.query.shape).omit({ survey: true, state: true }),
  rows: ({ api }, query) => api.survey.oldRuns({ query: { ...query, state: "initiated" } }),
  filters: () => [oldChannelFilter],
  columns: ({ zone }) => oldRunColumns(zone),
  id: ({ id }) => String(id),
});
