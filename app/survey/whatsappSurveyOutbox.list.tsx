import { z } from "zod";
import { instanceCalls } from "../../services/survey/contract.instances";
import { list } from "../kit/lists/definition";
import { messageColumns, messageFilter } from "../kit/survey-runs/message-columns";

/** What surveys said on WhatsApp (Q124). */
export const whatsappOutbox = list({
  path: "/survey/whatsappSurveyOutbox",
  file: "survey-whatsapp",
  noun: ["message", "messages"],
  find: "Phone number",
  search: z.object(instanceCalls.surveyMessages.query.shape).omit({ channel: true }),
  rows: ({ api }, query) => api.survey.surveyMessages({ query: { ...query, channel: "whatsapp" } }),
  filters: () => [messageFilter],
  columns: ({ zone }) => messageColumns(zone, true),
  id: ({ id }) => String(id),
});
