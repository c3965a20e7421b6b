import { sql } from "kysely";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { json } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { oldCalls } from "../contract.old";
import type { SurveyDeps } from "../deps";
import { loadSurvey } from "../store/surveys";
import { draftFromOld } from "./drafts";
import { checkOldFile, loadOldImport, oldImportPage, oldRefusedPage } from "./imports";
import { mergeOldRows, removeOldRows } from "./merge";
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
      const id = await checkOldFile(database, files, caller, { stream, zone: query.time_zone });
      return change(caller, (trx, account) => loadOldImport(trx, account, id));
    },

    addOldResults: ({ params: { id } }, caller) => change(caller, (trx) => addResults(trx, caller, id)),

    removeOldImport: ({ params: { id } }, caller) =>
      change(caller, async (trx, account) => {
        await lockOldResults(trx, account);
        const { state, file_name } = await loadOldImport(trx, account, id, true);
        await removeOldRows(trx, account, id);
        await sql`delete from survey.old_imports where customer_account = ${account} and id = ${id}`.execute(trx);
        if (state === "done") await note(trx, caller, "Old survey results removed", { id, file_name });
        return { status: 201, message: `What ${file_name} had added was taken out.` };
      }),

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

/** Imports of one account are added and taken out one after the other. */
async function lockOldResults(trx: Trx, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`survey.old ${account}`}, 0))`.execute(trx);
}

/** @throws HttpError 404, 409 where it was added before */
async function addResults(trx: Trx, caller: CallContext, id: number) {
  const { account } = caller;
  await lockOldResults(trx, account);
  const found = await loadOldImport(trx, account, id, true);
  if (found.state === "done") throw new HttpError(409, "This file was imported already.");
  const added = await mergeOldRows(trx, account, id);
  await sql`update survey.old_imports set state = 'done', added = ${json(added)}, finished_at = now()
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sql`delete from survey.old_import_rows where customer_account = ${account} and import_id = ${id}`.execute(trx);
  await note(trx, caller, "Old survey results imported", found);
  return loadOldImport(trx, account, id);
}

async function note(
  trx: Trx,
  caller: CallContext,
  action: "Old survey results imported" | "Old survey results removed",
  { id, file_name }: { id: number; file_name: string },
): Promise<void> {
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action, subject: "survey", subject_id: String(id) },
    description: `The file ${file_name}.`,
  });
}
