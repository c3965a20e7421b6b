import { z } from "zod";
import { instanceCalls } from "../../services/survey/contract.instances";
import { list } from "../kit/lists/definition";
import { channelFilter, runColumns } from "../kit/survey-runs/run-columns";

/** Runs that were started (Q122). */
export const sentRuns = list({
  path: "/survey/initiated",
  file: "survey-runs",
  noun: ["run", "runs"],
  find: "Run or survey",
  search: z.object(instanceCalls.instances.query.shape),
  rows: ({ api }, query) => api.survey.instances({ query: { ...query, state: "initiated" } }),
  filters: () => [channelFilter],
  columns: ({ zone }) => runColumns(zone),
  id: ({ id }) => String(id),
});
