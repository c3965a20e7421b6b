import { sql } from "kysely";
import { z } from "zod";
import { activityActor, recordActivity } from "../../kit/activities";
import { removeUpload } from "../../kit/contact-file/upload";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRow } from "../../kit/row-schema";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { oldCalls } from "../contract.old";
import type { SurveyDeps } from "../deps";
import { loadSurvey } from "../store/surveys";
import { draftFromOld } from "./drafts";
import { addOldTask, loadOldImport, oldImportPage, oldRefusedPage, takeOldFile } from "./imports";
import { lockOldResults } from "./jobs";
import { removeOldRows } from "./merge";
import {
  loadOldContact,
  loadOldRun,
  loadOldSurvey,
  oldAnswerPage,
  oldContactPage,
  oldMessagePage,
  oldRunPage,
  oldSurveyPage,
} from "./store";

/** The calls of surveys of the old version. */
export function oldHandlers(
  database: Database,
  { files }: Pick<SurveyDeps, "files">,
): Pick<Handlers<typeof survey.calls>, keyof typeof oldCalls> {
  const { db } = database;
  const read = async <Body>({ account }: CallContext, work: (trx: Trx, account: string) => Promise<Body>) => ({
    status: 200 as const,
    body: await readAccount(db, account, (trx) => work(trx, account)),
  });
  const change = async <Body>({ account }: CallContext, work: (trx: Trx, account: string) => Promise<Body>) => ({
    status: 201 as const,
    body: await inAccount(db, account, (trx) => work(trx, account)),
  });
  return {
    oldSurveys: ({ query }, caller) => read(caller, (trx, account) => oldSurveyPage(trx, account, query)),
    oldSurvey: ({ params }, caller) => read(caller, (trx, account) => loadOldSurvey(trx, account, params.id)),
    oldAnswers: ({ params, query }, caller) =>
      read(caller, (trx, account) => oldAnswerPage(trx, account, params.id, query)),
    oldRuns: ({ query }, caller) => read(caller, (trx, account) => oldRunPage(trx, account, query)),
    oldRun: ({ params }, caller) => read(caller, (trx, account) => loadOldRun(trx, account, params.id)),
    oldContacts: ({ params, query }, caller) =>
      read(caller, (trx, account) => oldContactPage(trx, account, params.id, query)),
    oldContact: ({ params }, caller) => read(caller, (trx, account) => loadOldContact(trx, account, params.id)),
    oldMessages: ({ query }, caller) => read(caller, (trx, account) => oldMessagePage(trx, account, query)),
    oldImports: ({ query }, caller) => read(caller, (trx, account) => oldImportPage(trx, account, query)),
    oldImport: ({ params }, caller) => read(caller, (trx, account) => loadOldImport(trx, account, params.id)),
    oldRefused: ({ params, query }, caller) =>
      read(caller, (trx, account) => oldRefusedPage(trx, account, params.id, query)),

    async checkOldResults({ query, stream }, caller) {
      const id = await takeOldFile(database, files, caller, { stream, zone: query.time_zone });
      return change(caller, (trx, account) => loadOldImport(trx, account, id));
    },

    addOldResults: ({ params: { id } }, caller) => change(caller, (trx) => addResults(trx, caller, id)),

    async removeOldImport({ params: { id } }, caller) {
      const { path, ...answer } = await inAccount(db, caller.account, (trx) => removeImport(trx, caller, id));
      if (path) await removeUpload(files.dataDir, path);
      return answer;
    },

    renewOldSurvey: ({ params }, caller) =>
      change(caller, async (trx, account) => {
        const { id, title, uuid } = await draftFromOld(trx, caller, params.id);
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Survey added", subject: "survey", subject_id: String(id) },
          description: `The survey ${title}.`,
        });
        return loadSurvey(trx, account, uuid);
      }),
  };
}

/** Has what a checked file has added by a job. @throws HttpError 404, 409 where it was added before */
async function addResults(trx: Trx, caller: CallContext, id: number) {
  const { account } = caller;
  const { state } = await loadOldImport(trx, account, id, true);
  if (state === "done") throw new HttpError(409, "This file was imported already.");
  if (state === "reading") throw new HttpError(409, "This file is still being read.");
  if (state === "failed") throw new HttpError(409, "This file could not be read.");
  if (state === "checked") {
    await sql`update survey.old_imports set state = 'adding'
      where customer_account = ${account} and id = ${id}`.execute(trx);
    const payload = { account, import_id: id, by: activityActor(caller) };
    await sendLater(trx, addOldTask, payload, { key: `${addOldTask} ${account} ${id}` });
  }
  return loadOldImport(trx, account, id);
}

const FilePathRow = z.object({ file_path: z.string() });

/** @throws HttpError 404 */
async function removeImport(trx: Trx, caller: CallContext, id: number) {
  const { account } = caller;
  await lockOldResults(trx, account);
  const { state, file_name } = await loadOldImport(trx, account, id, true);
  await removeOldRows(trx, account, id);
  const gone = await checkedRow(
    trx,
    FilePathRow,
    sql`delete from survey.old_imports where customer_account = ${account} and id = ${id} returning file_path`,
  );
  if (state === "done")
    await recordActivity(trx, account, activityActor(caller), {
      ...{ action: "Old survey results removed", subject: "survey", subject_id: String(id) },
      description: `The file ${file_name}.`,
    });
  const message = state === "done" ? `What ${file_name} had added was taken out.` : `${file_name} was discarded.`;
  return { status: 201 as const, body: { status: 201, message }, path: gone?.file_path };
}
