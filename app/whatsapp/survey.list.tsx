import { z } from "zod";
import { instanceCalls } from "../../services/survey/contract.instances";
import { list } from "../kit/lists/definition";
import { runColumns } from "../kit/survey-runs/run-columns";

/** Runs of surveys on WhatsApp. */
export const whatsappRuns = list({
  path: "/whatsapp/survey",
  file: "surveys-on-whatsapp",
  noun: ["run", "runs"],
  find: "Run or survey",
  search: z.object(instanceCalls.instances.query.shape).omit({ channel: true }),
  rows: ({ api }, query) => api.survey.instances({ query: { ...query, channel: "whatsapp" } }),
  filters: () => [
    {
      ...{ name: "state", label: "State" },
      choices: [
        { value: "pending", label: "Not started" },
        { value: "initiated", label: "Started" },
      ],
    },
  ],
  columns: ({ zone }) => runColumns(zone, "/whatsapp/inboxes/configure/:id"),
  id: ({ id }) => String(id),
});
