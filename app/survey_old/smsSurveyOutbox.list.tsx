import { z } from "zod";
import { oldCalls } from "../../services/survey/contract.old";
import { list } from "../kit/lists/definition";
import { oldMessageColumns } from "./parts/old-columns";

/** What old surveys sent and received by SMS, as far as imports brought it (Q124). */
export const oldSms = list({
  path: "/survey_old/smsSurveyOutbox",
  file: "old-survey-sms",
  noun: ["message", "messages"],
  search: z.object(oldCalls.oldMessages.query.shape).omit({ instance: true, channel: true }),
  rows: ({ api }, query) => api.survey.oldMessages({ query: { ...query, channel: "sms" } }),
  columns: ({ zone }) => oldMessageColumns(zone, true),
  id: ({ id }) => String(id),
});
