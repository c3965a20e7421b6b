import { sql } from "kysely";
import { z } from "zod";
import { duplicateChoices, guessUse, undoHours } from "../../../rules/crm-import";
import type { RowKind } from "../../../rules/file-import";
import { importStates } from "../../../rules/file-import";
import { Mapping } from "../../kit/contact-file/columns";
import { describeFile } from "../../kit/contact-file/describe";
import type { Expected } from "../../kit/contact-file/expect";
import { type Counts, maxRefused } from "../../kit/contact-file/load";
import type { FilePreview } from "../../kit/contact-file/open";
import { ToldRow } from "../../kit/contact-file/shapes";
import { type ImportMove, moveImport } from "../../kit/contact-file/states";
import type { StoredUpload } from "../../kit/contact-file/upload";
import type { Trx } from "../../kit/database";
import { publishNotices } from "../../kit/notices";
import { byNumber, newestFirst } from "../../kit/ordering";
import { count, type PageQuery, pageOfRows } from "../../kit/paging";
import { plain } from "../../kit/plain";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { RecordImport } from "../contract.imports";
import { listFields } from "../values/store";

export type ImportKind = RecordImport["kind"];

/** An import as the work on it needs it. */
const ImportRow = z.object({
  id: z.number(),
  kind: RecordImport.shape.kind,
  state: z.enum(importStates),
  attempts: z.number(),
  file_name: z.string(),
  file_path: z.string(),
  mapping: Mapping,
  duplicates: z.enum(duplicateChoices),
  sales_manager_id: z.string().nullable(),
  sales_manager: z.string(),
  user_id: z.string().nullable(),
  created_by: z.string(),
  finished_at: z.date().nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

const importColumns = sql.raw(`i.id, i.kind, i.state, i.file_name, i.bytes, i.format, i.columns, i.preview,
  i.rows_read, i.rows_total, i.created, i.updated, i.duplicate, i.refused, i.noted, i.left_alone, i.message, i.expected,
  i.duplicates, i.sales_manager, i.created_by, i.created_at, i.finished_at,
  (select max(o.id) from crm.imports o
    where o.customer_account = i.customer_account and o.file_sha256 = i.file_sha256 and o.state = 'done'
      and o.kind = i.kind and o.id < i.id) as same_as`);

const RecordImportRow = RecordImport.omit({ undo_until: true }).extend({
  created_at: z.date(),
  finished_at: z.date().nullable(),
});
type RecordImportRow = z.infer<typeof RecordImportRow>;

const hour = 3_600_000;

export function undoUntil({ state, finished_at }: Pick<RecordImportRow, "state" | "finished_at">): Date | undefined {
  return state === "done" && finished_at ? new Date(finished_at.getTime() + undoHours * hour) : undefined;
}

function asImport(found: RecordImportRow): RecordImport {
  return {
    ...found,
    created_at: found.created_at.toISOString(),
    finished_at: found.finished_at?.toISOString() ?? null,
    undo_until: undoUntil(found)?.toISOString() ?? null,
  };
}

export async function addImport(
  trx: Trx,
  account: string,
  {
    kind,
    file,
    look,
    by,
  }: { kind: ImportKind; file: StoredUpload; look: FilePreview & { expected: Expected | null }; by: string },
): Promise<RecordImport> {
  const { columns, preview, mapping, format } = describeFile(look);
  const fields = (await listFields(trx, account, kind)).filter(({ archived }) => !archived);
  const guessed = columns.map((column) => ({ ...column, guess: guessUse(column.name, column.guess, fields) }));
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.imports
        (customer_account, kind, file_name, file_path, file_sha256, bytes, format, columns, preview, mapping, expected,
        created_by)
      values (${account}, ${kind}, ${file.file_name}, ${file.path}, ${file.sha256}, ${file.bytes}, ${format},
        ${json(guessed)}, ${json(preview)}, ${json(mapping)}, ${look.expected && json(look.expected)}, ${by})
      returning id`,
  );
  return (await findImport(trx, account, made?.id ?? 0)) ?? noImport();
}

export async function findImport(trx: Trx, account: string, id: number): Promise<RecordImport | undefined> {
  const found = await checkedRow(
    trx,
    RecordImportRow,
    sql`select ${importColumns} from crm.imports i where i.customer_account = ${account} and i.id = ${id}`,
  );
  return found && asImport(found);
}

/** @param kinds whose imports they may see */
export async function importPage(trx: Trx, account: string, kinds: readonly ImportKind[], query: PageQuery) {
  const page = await pageOfRows(trx, query, {
    schema: RecordImportRow,
    select: importColumns,
    from: sql`crm.imports i where i.customer_account = ${account} and i.kind = any(${kinds}::text[])`,
    order: newestFirst,
  });
  return { ...page, data: page.data.map(asImport) };
}

const byLine = byNumber("line", true);

/** The rows to tell of, in the order of the file. */
export async function toldPage(trx: Trx, account: string, id: number, query: PageQuery & { kind?: RowKind }) {
  const kind = query.kind ?? null;
  const from = sql`crm.import_refused where customer_account = ${account} and import_id = ${id}
    and (${kind}::text is null or kind = ${kind})`;
  const total = count(trx, from, { cap: maxRefused + 1 });
  return pageOfRows(trx, query, {
    schema: ToldRow,
    ...{ select: sql`line, kind, reason, cells`, from, order: byLine, total },
    batched: false,
  });
}

/** The import with its row locked until the commit. @throws HttpError 404 */
export async function lockImport(trx: Trx, account: string, id: number): Promise<ImportRow> {
  const found = await checkedRow(
    trx,
    ImportRow,
    sql`select id, kind, state, attempts, file_name, file_path, mapping, duplicates, sales_manager_id, sales_manager,
        user_id, created_by, finished_at
      from crm.imports where customer_account = ${account} and id = ${id} for update`,
  );
  return found ?? noImport();
}

export function noImport(): never {
  throw new HttpError(404, "There is no such import.");
}

/** Writes the state that follows the move. @throws HttpError 409 when the state forbids it */
export async function moveTo(trx: Trx, account: string, { id, state }: ImportRow, how: ImportMove, message = "") {
  const next = moveImport(state, how);
  if ("refused" in next) throw new HttpError(409, next.refused);
  await sql`
    update crm.imports set state = ${next.to}, message = ${message},
      finished_at = case when ${how} = 'start' then null when ${how} = 'undo' then finished_at else now() end
    where customer_account = ${account} and id = ${id}`.execute(trx);
}

/** How far the reading is. Its own transaction: the import itself is one that nobody sees before its end. */
export async function reportProgress(trx: Trx, account: string, id: number, counts: Counts): Promise<void> {
  const { read, refused, repeated, noted } = counts;
  await sql`
    update crm.imports set rows_read = ${read}, refused = ${refused}, duplicate = ${repeated}, noted = ${noted}
    where customer_account = ${account} and id = ${id} and state = 'running'`.execute(trx);
}

const AtRow = z.object({ at: z.date() });

/** Tells who started it that an import has ended. It may be started again: each start has an end of its own. */
export async function publishImportEnd(
  trx: Trx,
  account: string,
  { id, user_id, file_name }: ImportRow,
  words: string,
) {
  if (!user_id) return;
  const now = await checkedRow(trx, AtRow, sql`select now() as at`);
  const about = { kind: "crm import ended", subject: id, key: `crm-import:${id}:${now?.at.getTime()}` } as const;
  await publishNotices(trx, account, [{ ...about, users: [user_id], words: `${file_name} ${words}` }]);
}

/** A failed import has changed nothing: its state says so, in words. */
export async function failImport(trx: Trx, account: string, id: number, message: string): Promise<void> {
  const found = await lockImport(trx, account, id);
  if (found.state !== "running") return;
  await publishImportEnd(trx, account, found, `was not imported. ${plain(message)}`);
  await moveTo(trx, account, found, "fail", plain(message));
}
