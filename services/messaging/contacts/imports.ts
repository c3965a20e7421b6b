import { sql } from "kysely";
import { z } from "zod";
import { importStates, type RowKind } from "../../../rules/file-import";
import { Mapping } from "../../kit/contact-file/columns";
import { describeFile } from "../../kit/contact-file/describe";
import type { Expected } from "../../kit/contact-file/expect";
import { type Counts, maxRefused } from "../../kit/contact-file/load";
import type { FilePreview } from "../../kit/contact-file/open";
import { ToldRow } from "../../kit/contact-file/shapes";
import { type ImportMove, moveImport } from "../../kit/contact-file/states";
import type { StoredUpload } from "../../kit/contact-file/upload";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { publishNotices } from "../../kit/notices";
import { byNumber, newestFirst } from "../../kit/ordering";
import { count, type PageQuery, pageOfRows } from "../../kit/paging";
import { plain } from "../../kit/plain";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { Import } from "../contract.imports";

/** An import as the work on it needs it. */
const ImportRow = z.object({
  id: z.number(),
  state: z.enum(importStates),
  target: Import.shape.target,
  file_name: z.string(),
  attempts: z.number(),
  group_id: z.number().nullable(),
  made_group: z.boolean(),
  file_path: z.string(),
  mapping: Mapping,
  rows_read: z.number(),
  /** Who started it; nobody where another service did. */
  user_id: z.string().nullable(),
  created_by: z.string(),
});
export type ImportRow = z.infer<typeof ImportRow>;

const importColumns =
  sql.raw(`i.id, i.state, i.target, i.file_name, i.bytes, i.format, i.columns, i.preview, i.group_id,
  coalesce((select g.name from messaging.contact_groups g
    where g.customer_account = i.customer_account and g.id = i.group_id), i.group_name) as group_name,
  i.rows_read, i.rows_total, i.added, i.updated, i.refused, i.repeated, i.noted, i.message, i.expected,
  i.created_by, i.created_at, i.finished_at,
  (select max(o.id) from messaging.imports o
    where o.customer_account = i.customer_account and o.file_sha256 = i.file_sha256 and o.state = 'done'
      and o.target = i.target
      and o.id < i.id) as same_as`);

const Row = Import.extend({ created_at: z.date(), finished_at: z.date().nullable() });
type Row = z.infer<typeof Row>;

function shown(row: Row): Import {
  return { ...row, created_at: row.created_at.toISOString(), finished_at: row.finished_at?.toISOString() ?? null };
}

export async function addImport(
  trx: Trx,
  account: string,
  file: StoredUpload,
  look: FilePreview & { expected: Expected | null },
  created_by: string,
): Promise<Import> {
  const { columns, preview, mapping, format } = describeFile(look);
  const row = await checkedRow(
    trx,
    IdRow,
    sql`
    insert into messaging.imports
      (customer_account, file_name, file_path, file_sha256, bytes, format, columns, preview, mapping, expected,
      created_by)
    values (${account}, ${file.file_name}, ${file.path}, ${file.sha256}, ${file.bytes}, ${format},
      ${JSON.stringify(columns)}, ${JSON.stringify(preview)}, ${JSON.stringify(mapping)},
      ${look.expected && JSON.stringify(look.expected)}, ${created_by})
    returning id`,
  );
  return (await loadImport(trx, account, row?.id ?? 0)) ?? gone();
}

/** Whose an import is: the contacts' (a group, the blacklist), or a list of an express send. */
type ImportSide = "contacts" | "express";

export async function loadImport(
  trx: Trx,
  account: string,
  id: number,
  side: ImportSide = "contacts",
): Promise<Import | undefined> {
  const row = await checkedRow(
    trx,
    Row,
    sql`
    select ${importColumns} from messaging.imports i where i.customer_account = ${account} and i.id = ${id}
      and (i.target = 'express') = ${side === "express"}`,
  );
  return row && shown(row);
}

export async function importPage(trx: Trx, account: string, pageQuery: PageQuery) {
  const page = await pageOfRows(trx, pageQuery, {
    schema: Row,
    select: importColumns,
    from: sql`messaging.imports i where i.customer_account = ${account} and i.target <> 'express'`,
    order: newestFirst,
  });
  return { ...page, data: page.data.map(shown) };
}

const byLine = byNumber("line", true);

/** The rows to tell of that were kept (the first 100,000), in the order of the file. */
export async function refusedPage(
  trx: Trx,
  account: string,
  id: number,
  pageQuery: PageQuery & { kind?: RowKind },
  side: ImportSide = "contacts",
) {
  if (!(await loadImport(trx, account, id, side))) throw gone();
  const here = sql`customer_account = ${account} and import_id = ${id}
    and (${pageQuery.kind ?? null}::text is null or kind = ${pageQuery.kind ?? null})`;
  const from = sql`messaging.import_refused where ${here}`;
  const total = count(trx, from, { cap: maxRefused + 1 });
  return pageOfRows(trx, pageQuery, {
    schema: ToldRow,
    ...{ select: sql`line, kind, reason, cells`, from, order: byLine, total },
    batched: false,
  });
}

/** The import with its row locked until the commit. */
export async function lockImport(trx: Trx, account: string, id: number): Promise<ImportRow> {
  const row = await checkedRow(
    trx,
    ImportRow,
    sql`
    select id, state, target, file_name, attempts, group_id, made_group, file_path, mapping, rows_read, user_id, created_by
    from messaging.imports where customer_account = ${account} and id = ${id} for update`,
  );
  return row ?? gone();
}

function gone(): never {
  throw new HttpError(404, "There is no such import.");
}

/** Writes the state that follows the move, and tells the listeners. @throws HttpError 409 when the state forbids it */
export async function move(trx: Trx, account: string, row: ImportRow, how: ImportMove, message = ""): Promise<void> {
  const next = moveImport(row.state, how);
  if ("refused" in next) throw new HttpError(409, next.refused);
  await sql`
    update messaging.imports set state = ${next.to}, message = ${message},
      finished_at = case when ${how} = 'start' then null when ${how} = 'undo' then finished_at else now() end
    where customer_account = ${account} and id = ${row.id}`.execute(trx);
  await append(trx, account, "import", { id: row.id, state: next.to });
}

/** How far the reading is. Its own transaction: the import itself is one that nobody sees before its end. */
export async function progress(trx: Trx, account: string, id: number, counts: Counts): Promise<void> {
  const { read, refused, repeated, noted } = counts;
  await sql`
    update messaging.imports set rows_read = ${read}, refused = ${refused}, repeated = ${repeated}, noted = ${noted}
    where customer_account = ${account} and id = ${id} and state = 'running'`.execute(trx);
  await append(trx, account, "import", { id, state: "running", rows_read: read });
}

/** Takes away the group that was made for an import, if nobody has put anything into it. */
export async function dropMadeGroup(trx: Trx, account: string, row: ImportRow): Promise<void> {
  if (!row.made_group || row.group_id === null) return;
  await sql`
    delete from messaging.contact_groups g
    where customer_account = ${account} and id = ${row.group_id} and contacts = 0
      and not exists (select from messaging.imports i
        where i.customer_account = ${account} and i.group_id = g.id and i.id <> ${row.id} and i.state = 'running')`.execute(
    trx,
  );
}

const EndedImport = z.object({ user_id: z.string().nullable(), file_name: z.string(), at: z.date() });

/** Tells who started it that an import has ended. It may be started again: each start has an end of its own. */
export async function publishImportEnd(trx: Trx, account: string, { id }: Pick<ImportRow, "id">, words: string) {
  const row = await checkedRow(
    trx,
    EndedImport,
    sql`
    select user_id, file_name, now() as at from messaging.imports
    where customer_account = ${account} and id = ${id}`,
  );
  if (!row?.user_id) return;
  const about = { kind: "import ended", subject: id, key: `import:${id}:${row.at.getTime()}` } as const;
  await publishNotices(trx, account, [{ ...about, users: [row.user_id], words: `${row.file_name} ${words}` }]);
}

/** A failed import has changed nothing: its state says so, in words. */
export async function failImport(trx: Trx, account: string, id: number, message: string): Promise<void> {
  const row = await lockImport(trx, account, id);
  if (row.state !== "running") return;
  await publishImportEnd(trx, account, row, `was not imported. ${plain(message)}`);
  await move(trx, account, row, "fail", plain(message));
  await dropMadeGroup(trx, account, row);
}
