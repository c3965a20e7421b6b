import { z } from "zod";
import { rowKinds } from "../../rules/file-import";
import { paging } from "../../services/kit/contract";
import type { TargetGroup } from "../../services/voice/contract.targets";
import { list } from "../kit/lists/definition";
import { refusedColumns } from "../kit/refused-rows";
import { readRecordId } from "../shell/record-id.server";

/** The rows of a list's file that are not called, as they stood in it. */
export const targetRows = list({
  path: "/voice/settings/uploads/:id/rows",
  noun: ["row", "rows"],
  search: z.object({ ...paging, kind: z.enum(rowKinds).optional().catch(undefined) }),
  keeps: ["kind"],
  async facts({ api, params }): Promise<{ group: TargetGroup }> {
    const answer = await api.voice.targetGroup({ params: { id: readRecordId(params.id) } });
    if (answer.status !== 200) throw new Response(answer.body.message, { status: answer.status });
    return { group: answer.body };
  },
  file: ({ group }) => `not called ${group.name}`,
  rows: ({ api, params }, query) => api.voice.fileRows({ params: { id: readRecordId(params.id) }, query }),
  columns: ({ group }) => refusedColumns(group.columns, true),
  id: (row) => `${row.line}`,
});
