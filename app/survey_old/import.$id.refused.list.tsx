import { z } from "zod";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/lists/definition";
import { refusedColumns } from "../kit/refused-rows";
import { parseRunId } from "../kit/survey-runs/run.server";
import { expectStatus } from "../shell/page.server";

/** The refused rows of a file of old results, as they stood in it. */
export const oldRefused = list({
  path: "/survey_old/import/:id/refused",
  noun: ["row", "rows"],
  search: z.object(paging),
  facts: async ({ api, params }) => ({
    file: expectStatus(await api.survey.oldImport({ params: { id: parseRunId(params.id) } }), 200),
  }),
  file: ({ file }) => `refused ${file.file_name.replace(/\.[a-z0-9]{1,5}$/i, "")}`,
  rows: ({ api, params }, query) => api.survey.oldRefused({ params: { id: parseRunId(params.id) }, query }),
  columns: ({ file }) => refusedColumns(file.columns),
  id: ({ line }) => String(line),
});
