import { sql } from "kysely";
import { z } from "zod";
import { parsePhone } from "../../../rules/phone.foreign";
import type { OldColumn } from "../../../rules/survey/old-columns";
import { oldMapping, readOldResult } from "../../../rules/survey/old-results";
import type { FileReaderDeps } from "../../kit/contact-file/load";
import { FileProblem } from "../../kit/contact-file/problem";
import { rowsInWorker } from "../../kit/contact-file/run";
import { ToldRow } from "../../kit/contact-file/shapes";
import { badFile, maxBytes, removeUpload, type StoredUpload, storeUpload } from "../../kit/contact-file/upload";
import type { RawBody } from "../../kit/contract";
import { unguarded } from "../../kit/csv";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { keyColumn, newestFirst, orderBy } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { plain } from "../../kit/plain";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { type CallContext, HttpError } from "../../kit/serve";
import { OldImport, oldAdded } from "../contract.old";

/** The jobs that read a file, that add what it has, and that forget one that was not imported. */
export const readOldTask = "survey.read-old-results";
export const addOldTask = "survey.add-old-results";
export const forgetOldUploadTask = "survey.forget-old-upload";
const forgetAfterHours = 48;

/** Rows of one file. */
const maxOldRows = 50_000;

const nothing = Object.fromEntries(oldAdded.map((kind) => [kind, 0]));
const noRows = "The file has headings but no rows under them.";

/** Takes a file of old results, which a job reads then. Answers its import. @throws HttpError 422 on `file` */
export async function takeOldFile(
  { db }: Database,
  files: FileReaderDeps,
  caller: CallContext,
  { stream, zone }: { stream: RawBody; zone: string },
): Promise<number> {
  const { account, who } = caller;
  const file = await storeUpload(files.dataDir, account, stream);
  try {
    await checkHead(files, file);
    return await inAccount(db, account, async (trx) => {
      const by = who?.kind === "person" ? who.name : "";
      const made = await checkedRow(
        trx,
        IdRow,
        sql`insert into survey.old_imports (customer_account, state, file_name, file_sha256, file_path, time_zone, columns,
            row_count, refused, added, created_by)
          values (${account}, 'reading', ${file.file_name}, ${file.sha256}, ${file.path}, ${zone}, '{}', 0, 0,
            ${json(nothing)}, ${by})
          returning id`,
      );
      if (!made) throw new Error("the import was not written");
      const { id } = made;
      await sendLater(trx, readOldTask, { account, import_id: id }, { key: `${readOldTask} ${account} ${id}` });
      const at = new Date(Date.now() + forgetAfterHours * 3_600_000);
      await sendLater(trx, forgetOldUploadTask, { account, import_id: id }, { at });
      return id;
    });
  } catch (error) {
    await removeUpload(files.dataDir, file.path);
    throw error instanceof FileProblem ? badFile(fileProblemText(error)) : error;
  }
}

export function fileProblemText({ code, message }: FileProblem): string {
  if (code === "no-rows") return noRows;
  if (code === "too-many-rows")
    return `The file has more than ${maxOldRows.toLocaleString("en-KE")} rows: split it into smaller files.`;
  return message;
}

/** Looks at the headings and at the first row. @throws FileProblem, HttpError 422 */
async function checkHead(files: FileReaderDeps, file: StoredUpload): Promise<void> {
  for await (const { headings } of stagedRows(files, file.path, 1)) {
    if (!oldMapping(headings).includes("survey")) throw badFile("No column of the first row is named Survey.");
    return;
  }
  throw badFile(noRows);
}

type StagingPlace = { account: string; id: number; zone: string };
/** Rows of a file, those that can be imported and the others. */
type StagedRows = {
  headings: string[];
  taken: object[];
  refused: object[];
  write(trx: Trx, place: StagingPlace): Promise<void>;
};

/** Rows that go to the database at once. */
const batchRows = 2_000;

/** The rows of a file under its headings, without those that are empty. @throws FileProblem */
export async function* stagedRows(
  { dataDir, workerUrl }: FileReaderDeps,
  path: string,
  size = batchRows,
): AsyncGenerator<StagedRows> {
  let headings: string[] | undefined;
  let mapping: (OldColumn | undefined)[] = [];
  let taken: object[] = [];
  let refused: object[] = [];
  const next = (): StagedRows => {
    const batch = { headings: headings ?? [], taken, refused };
    [taken, refused] = [[], []];
    return {
      ...batch,
      async write(trx, place) {
        if (batch.taken.length > 0) await writeRows(trx, place, batch.taken);
        if (batch.refused.length > 0) await writeRefused(trx, place, batch.refused);
      },
    };
  };
  const read = { limits: { bytes: maxBytes, rows: maxOldRows + 1 }, ...(workerUrl ? { workerUrl } : {}) };
  for await (const found of rowsInWorker(`${dataDir}/${path}`, read))
    for (const { line, cells: raw, tooWide } of found) {
      const cells = raw.map((cell) => plain(unguarded(cell)).trim());
      if (cells.every((cell) => cell === "")) continue;
      if (!headings) {
        headings = cells;
        mapping = oldMapping(headings);
        continue;
      }
      const said = Object.fromEntries(mapping.flatMap((key, at) => (key ? [[key, cells[at] ?? ""]] : [])));
      const result = tooWide ? { refused: "It has too many columns." } : readOldResult(said);
      if ("refused" in result) {
        const phone = parsePhone(said.msisdn ?? "");
        refused.push({ line, reason: result.refused, cells, msisdn: phone.ok ? phone.e164 : "" });
      } else taken.push({ line, ...result });
      if (taken.length + refused.length >= size) yield next();
    }
  if (taken.length + refused.length > 0) yield next();
}

async function writeRows(trx: Trx, { account, id, zone }: StagingPlace, good: readonly object[]): Promise<void> {
  const at = (column: string) => sql`${sql.ref(`x.${column}`)} at time zone ${zone}`;
  await sql`
    insert into survey.old_import_rows (customer_account, import_id, line, survey, question, question_number,
      question_type, run, channel, sender, made_at, started_at, ended_at, msisdn, name, status, field, answer,
      answered_at, message, incoming, message_status, message_at)
    select ${account}, ${id}, x.line, x.survey, x.question, x.question_number, x.question_type, x.run, x.channel, x.sender,
      ${at("made_at")}, ${at("started_at")}, ${at("ended_at")}, x.msisdn, x.name, x.status, x.field, x.answer,
      ${at("answered_at")}, x.message, x.incoming, x.message_status, ${at("message_at")}
    from jsonb_to_recordset(${json(good)}) as x (line int, survey text, question text, question_number int,
      question_type text, run text, channel text, sender text, made_at timestamp, started_at timestamp,
      ended_at timestamp, msisdn text, name text, status text, field text, answer text, answered_at timestamp,
      message text, incoming boolean, message_status text, message_at timestamp)`.execute(trx);
}

async function writeRefused(trx: Trx, { account, id }: StagingPlace, bad: readonly object[]): Promise<void> {
  await sql`
    insert into survey.old_import_refused (customer_account, import_id, line, reason, cells, msisdn)
    select ${account}, ${id}, x.line, x.reason, x.cells, x.msisdn
    from jsonb_to_recordset(${json(bad)}) as x (line int, reason text, cells jsonb, msisdn text)`.execute(trx);
}

const ImportRow = OldImport.extend({
  created_at: z.date(),
  finished_at: z.date().nullable(),
  reasons: OldImport.shape.reasons.nullable(),
});
type ImportRow = z.infer<typeof ImportRow>;

const columns =
  sql.raw(`i.id, i.state, i.message, i.file_name, i.columns, i.row_count, i.refused, i.added, i.created_by,
  i.created_at, i.finished_at,
  (select jsonb_agg(to_jsonb(x) order by x.count desc, x.line) from
    (select reason, count(*)::int as count, min(line) as line from survey.old_import_refused f
      where f.customer_account = i.customer_account and f.import_id = i.id
      group by reason order by 2 desc, 3 limit 20) x) as reasons`);

function asImport({ created_at, finished_at, reasons, ...found }: ImportRow): OldImport {
  const times = { created_at: created_at.toISOString(), finished_at: finished_at?.toISOString() ?? null };
  return { ...found, ...times, reasons: reasons ?? [] };
}

export async function oldImportPage(trx: Trx, account: string, query: PageQuery) {
  const page = await pageOfRows(trx, query, {
    schema: ImportRow,
    select: columns,
    from: sql`survey.old_imports i where i.customer_account = ${account}`,
    order: newestFirst,
  });
  return { ...page, data: page.data.map(asImport) };
}

/** @throws HttpError 404 */
export async function loadOldImport(trx: Trx, account: string, id: number, lock = false): Promise<OldImport> {
  const [found] = await checkedRows(
    trx,
    ImportRow,
    sql`select ${columns} from survey.old_imports i where i.customer_account = ${account} and i.id = ${id}
      ${lock ? sql`for update of i` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such import.");
  return asImport(found);
}

const byLine = orderBy("line", [keyColumn("bigint", "line")], true);

export async function oldRefusedPage(trx: Trx, account: string, id: number, query: PageQuery) {
  await loadOldImport(trx, account, id);
  return pageOfRows(trx, query, {
    schema: ToldRow,
    select: sql`line, 'refused' as kind, reason, cells`,
    from: sql`survey.old_import_refused where customer_account = ${account} and import_id = ${id}`,
    order: byLine,
  });
}
