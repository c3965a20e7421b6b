import { z } from "zod";
import { instanceCalls } from "../../services/survey/contract.instances";
import { list } from "../kit/lists/definition";
import { messageColumns, messageFilter } from "./runs/message-columns";
import { loadRun, parseRunId } from "./runs/run.server";

/** What a run said by SMS. */
export const runOutbox = list({
  path: "/survey/configure/:id/outbox",
  noun: ["SMS", "SMS"],
  search: z.object(instanceCalls.surveyMessages.query.shape).omit({ instance: true }),
  facts: async (asked) => ({ run: await loadRun(asked) }),
  file: ({ run }) => `survey-sms-${run.name}`,
  rows: ({ api, params }, query) => api.survey.surveyMessages({ query: { ...query, instance: parseRunId(params.id) } }),
  filters: () => [messageFilter],
  columns: ({ zone }) => messageColumns(zone, false),
  id: ({ id }) => String(id),
});
