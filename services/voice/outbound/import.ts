import { sql } from "kysely";
import type { TemplateType } from "../../../rules/outbound";
import { recordActivity } from "../../kit/activities";
import { describeFile } from "../../kit/contact-file/describe";
import { runFileImport } from "../../kit/contact-file/import-run";
import { type Counts, type FileReaderDeps, mergedAtOnce } from "../../kit/contact-file/load";
import { FileProblem } from "../../kit/contact-file/problem";
import { lookInWorker } from "../../kit/contact-file/run";
import { badFile, maxBytes, removeUpload, storeUpload } from "../../kit/contact-file/upload";
import type { RawBody } from "../../kit/contract";
import { inAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { sendLater } from "../../kit/jobs";
import { plain } from "../../kit/plain";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { json, texts } from "../../kit/rows";
import type { VoiceUpstreams } from "../deps";
import { type GroupImport, lockGroup } from "../targets/groups";
import type { VoiceContext } from "../workspace/context";
import { mergeStaged } from "./merge";

/** The job that reads a file of numbers to call. */
export const importTask = "voice.import";

type Upload = { account: string; stream: RawBody; template: TemplateType; by: { id: string | null; name: string } };

/** Takes a file and makes a list of it, which is read by a job. @throws HttpError 422 on `file` */
export async function receiveTargets(
  { database }: VoiceContext,
  { dataDir, workerUrl }: FileReaderDeps,
  { account, stream, template, by }: Upload,
): Promise<number> {
  const file = await storeUpload(dataDir, account, stream);
  try {
    const look = await lookInWorker(`${dataDir}/${file.path}`, {
      limits: { bytes: maxBytes },
      ...(workerUrl ? { workerUrl } : {}),
    });
    const { columns, mapping } = describeFile(look);
    if (!mapping.columns.some(({ role }) => role === "phone"))
      throw badFile("No column of this file holds phone numbers. Give the column the heading Phone and send it again.");
    const name = file.file_name.replace(/\.[a-z0-9]{1,5}$/i, "") || file.file_name;
    return await inAccount(database.db, account, async (trx) => {
      const made = await checkedRow(
        trx,
        IdRow,
        sql`insert into voice.target_groups (customer_account, name, template, file_name, file_path, bytes, columns, mapping,
            user_id, created_by)
          values (${account}, ${name}, ${template}, ${file.file_name}, ${file.path}, ${file.bytes},
            ${texts(columns.map((column) => column.name))}, ${json(mapping)}, ${by.id}, ${by.name})
          returning id`,
      );
      const id = made?.id ?? 0;
      await sendLater(trx, importTask, { account, group_id: id }, { key: `${importTask} ${account} ${id}` });
      return id;
    });
  } catch (error) {
    await removeUpload(dataDir, file.path);
    throw error instanceof FileProblem ? badFile(error.message) : error;
  }
}

/** Reads a list's file. */
export async function runImport(
  { database, deps }: VoiceContext,
  files: FileReaderDeps,
  account: string,
  id: number,
): Promise<void> {
  const { messaging } = deps.clientsOfAccount(account);
  await runFileImport<GroupImport>(database, files, account, {
    module: "voice",
    oneAtATime: true,
    begin: (trx) => beginImport(trx, account, id),
    open: async (trx, group) => openMerge(trx, account, group, messaging),
    report: (trx, counts) => reportProgress(trx, account, id, counts),
    fail: (trx, words) => failImport(trx, account, id, words),
  });
}

function openMerge(
  trx: Trx,
  account: string,
  group: GroupImport,
  messaging: Pick<VoiceUpstreams["messaging"], "optedOut">,
) {
  const merged: MergeCounts = { added: 0, repeated: 0, refused: 0 };
  return {
    reading: { country: "KE", cells: true } as const,
    async merge(learn: boolean) {
      const these = await mergeStaged(trx, account, group.id, messaging);
      for (const name of ["added", "repeated", "refused"] as const) merged[name] += these[name];
      if (learn) await sql`select voice.refresh_statistics()`.execute(trx);
      return these.added;
    },
    end: (counts: Counts) => endImport(trx, account, group, counts, merged),
  };
}

async function beginImport(trx: Trx, account: string, id: number): Promise<GroupImport | undefined> {
  const found = await lockGroup(trx, account, id);
  if (found?.state !== "running" || found.file_path === "") return undefined;
  await sql`update voice.target_groups set attempts = attempts + 1, rows_read = 0, refused = 0, repeated = 0
    where customer_account = ${account} and id = ${id}`.execute(trx);
  return found;
}

/** How far the reading is. Its own transaction: the list's numbers are seen by nobody before its end. */
async function reportProgress(
  trx: Trx,
  account: string,
  id: number,
  { read, refused, repeated }: Counts,
): Promise<void> {
  await sql`
    update voice.target_groups set rows_read = ${read}, refused = ${refused}, repeated = ${repeated}
    where customer_account = ${account} and id = ${id} and state = 'running'`.execute(trx);
}

type MergeCounts = { added: number; repeated: number; refused: number };

/** Added, there already and refused are all the rows that were read. */
async function endImport(
  trx: Trx,
  account: string,
  group: GroupImport,
  counts: Counts,
  merged: MergeCounts,
): Promise<void> {
  const { added } = merged;
  const repeated = merged.repeated + counts.repeated;
  const refused = merged.refused + counts.refused;
  await sql`
    update voice.target_groups set state = 'done', finished_at = now(), rows_read = ${counts.read}, added = ${added},
      repeated = ${repeated}, refused = ${refused}, message = ''
    where customer_account = ${account} and id = ${group.id}`.execute(trx);
  await recordActivity(
    trx,
    account,
    group.user_id === null ? "system" : { id: group.user_id, name: group.created_by },
    {
      ...{ action: "Numbers to call imported", subject: "call list", subject_id: String(group.id) },
      description: `${group.file_name}: ${added} added, ${repeated} there already, ${refused} refused.`,
    },
  );
  if (counts.read > mergedAtOnce) await sql`select voice.refresh_statistics()`.execute(trx);
  await append(trx, account, "voice.call", { id: 0, status: "import", user: group.user_id, to: [] });
}

async function failImport(trx: Trx, account: string, id: number, message: string): Promise<void> {
  await sql`
    update voice.target_groups set state = 'failed', finished_at = now(), message = ${plain(message).slice(0, 500)}
    where customer_account = ${account} and id = ${id} and state = 'running'`.execute(trx);
}
