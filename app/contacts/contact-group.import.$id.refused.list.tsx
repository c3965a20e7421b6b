import { z } from "zod";
import type { ToldRow } from "../../rules/file-import";
import { paging } from "../../services/kit/contract";
import type { Import } from "../../services/messaging/contract.imports";
import { list } from "../kit/lists/definition";
import { refusedColumns, rowWords } from "../kit/refused-rows";
import { parseRunReturn } from "../kit/survey-runs/return-address";
import { readRecordId } from "../shell/record-id.server";

const kinds = Object.keys(rowWords) as [ToldRow["kind"], ...ToldRow["kind"][]];

/** The contact base of a survey that the contacts are for: it stays in the address. */
const back = z.string().max(2000).optional().catch(undefined);

type RefusedFacts = { file: Import; kind: ToldRow["kind"] | undefined; back: string | undefined };

/** The rows of a file that are not in the group as they stood in it. */
export const refusedList = list({
  path: "/contacts/contact-group/import/:id/refused",
  noun: ["row", "rows"],
  search: z.object({ ...paging, kind: z.enum(kinds).optional().catch(undefined), back }),
  keeps: ["kind", "back"],
  async facts({ api, params }, { kind, back }): Promise<RefusedFacts> {
    const answer = await api.messaging.import({ params: { id: readRecordId(params.id) } });
    if (answer.status !== 200) throw new Response(answer.body.message, { status: answer.status });
    return { file: answer.body, kind, back: parseRunReturn(back) };
  },
  file: ({ file, kind }) => `${kind ?? "refused"} ${file.file_name.replace(/\.[a-z0-9]{1,5}$/i, "")}`,
  rows: ({ api, params }, { back: _back, ...query }) =>
    api.messaging.refusedRows({ params: { id: readRecordId(params.id) }, query }),
  columns: ({ file, kind }) =>
    refusedColumns(
      file.columns.map(({ name }) => name),
      kind === undefined && kinds.filter((each) => file[each] > 0).length > 1,
    ),
  id: (row) => String(row.line),
});
