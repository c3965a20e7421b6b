import { z } from "zod";
import { paging } from "../../services/kit/contract";
import type { ExpressList } from "../../services/messaging/contract.express";
import { list } from "../kit/lists/definition";
import { refusedColumns } from "../kit/refused-rows";
import { readRecordId } from "../shell/record-id.server";

/** The rows of an express send that get no message, as they stood in the file. */
export const leftOutList = list({
  path: "/sms/express/:id/refused",
  noun: ["row", "rows"],
  search: z.object({ ...paging }),
  async facts({ api, params }): Promise<{ file: ExpressList }> {
    const answer = await api.messaging.expressList({ params: { id: readRecordId(params.id) } });
    if (answer.status !== 200) throw new Response(answer.body.message, { status: answer.status });
    return { file: answer.body };
  },
  file: ({ file }) => `left out ${file.file_name.replace(/\.[a-z0-9]{1,5}$/i, "")}`,
  rows: ({ api, params }, query) => api.messaging.refusedExpress({ params: { id: readRecordId(params.id) }, query }),
  columns: ({ file }) =>
    refusedColumns(
      file.columns.map(({ name }) => name),
      file.repeated > 0 && file.refused > 0,
    ),
  id: (row) => String(row.line),
});
