import { z } from "zod";
import { type RowKind, rowKinds } from "../../rules/file-import";
import type { RecordImport } from "../../services/crm/contract.imports";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/lists/definition";
import { refusedColumns } from "../kit/refused-rows";
import { readRecordId } from "../shell/record-id.server";

/** The rows of a file that were not taken as they are, as they stood in it. */
export const refusedList = list({
  path: "/crm/import/:id/refused",
  noun: ["row", "rows"],
  search: z.object({ ...paging, kind: z.enum(rowKinds).optional().catch(undefined) }),
  keeps: ["kind"],
  async facts({ api, params }, { kind }): Promise<{ file: RecordImport; kind: RowKind | undefined }> {
    const answer = await api.crm.recordImport({ params: { id: readRecordId(params.id) } });
    if (answer.status !== 200) throw new Response(answer.body.message, { status: answer.status });
    return { file: answer.body, kind };
  },
  file: ({ file, kind }) => `${kind ?? "refused"} ${file.file_name.replace(/\.[a-z0-9]{1,5}$/i, "")}`,
  rows: ({ api, params }, query) => api.crm.importedRows({ params: { id: readRecordId(params.id) }, query }),
  columns: ({ file, kind }) =>
    refusedColumns(
      file.columns.map(({ name }) => name),
      kind === undefined,
    ),
  id: (row) => `${row.line}`,
});
