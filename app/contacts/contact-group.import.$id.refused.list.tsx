import { z } from "zod";
import type { ToldRow } from "../../rules/file-import";
import { id, paging } from "../../services/kit/contract";
import type { Import } from "../../services/messaging/contract.imports";
import { list } from "../kit/lists/definition";
import { refusedColumns, rowWords } from "../kit/refused-rows";

const kinds = Object.keys(rowWords) as [ToldRow["kind"], ...ToldRow["kind"][]];

/** The rows of a file that are not in the group as they stood in it. */
export const refusedList = list({
  path: "/contacts/contact-group/import/:id/refused",
  noun: ["row", "rows"],
  search: z.object({ ...paging, kind: z.enum(kinds).optional().catch(undefined) }),
  keeps: ["kind"],
  async facts({ api, params }, { kind }): Promise<{ file: Import; kind: ToldRow["kind"] | undefined }> {
    const answer = await api.messaging.import({ params: { id: id.parse(params.id) } });
    if (answer.status !== 200) throw new Response(answer.body.message, { status: answer.status });
    return { file: answer.body, kind };
  },
  file: ({ file, kind }) => `${kind ?? "refused"} ${file.file_name.replace(/\.[a-z0-9]{1,5}$/i, "")}`,
  rows: ({ api, params }, query) => api.messaging.refusedRows({ params: { id: id.parse(params.id) }, query }),
  columns: ({ file, kind }) =>
    refusedColumns(
      file.columns.map(({ name }) => name),
      kind === undefined && kinds.filter((each) => file[each] > 0).length > 1,
    ),
  id: (row) => String(row.line),
});
