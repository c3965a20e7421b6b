import { z } from "zod";
import { instanceCalls } from "../../services/survey/contract.instances";
import { list } from "../kit/lists/definition";
import { messageColumns, messageFilter } from "../kit/survey-runs/message-columns";

/** What surveys said by SMS (Q124). */
export const surveyOutbox = list({
  path: "/survey/smsSurveyOutbox",
  file: "survey-sms",
  noun: ["SMS", "SMS"],
  find: "Phone number",
  search: z.object(instanceCalls.surveyMessages.query.shape).omit({ channel: true }),
  rows: ({ api }, query) => api.survey.surveyMessages({ query: { ...query, channel: "sms" } }),
  filters: () => [messageFilter],
  columns: ({ zone }) => messageColumns(zone, true),
  id: ({ id }) => String(id),
});
