import type { FileReaderDeps } from "../../kit/contact-file/load";
import { FileProblem } from "../../kit/contact-file/problem";
import { lookInWorker } from "../../kit/contact-file/run";
import { badFile, maxBytes, removeUpload, storeUpload } from "../../kit/contact-file/upload";
import type { RawBody } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { missing } from "../../kit/principal";
import type { CallContext, Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import type { importCalls, RecordImport } from "../contract.imports";
import { recordNeeds } from "../contract.records";
import { type CrmDeps, currentTime } from "../deps";
import { mustMay, recordActor } from "../records/actor";
import { findManagerFor } from "../records/managers";
import { onTakenValue } from "../values/check";
import { forgetAfter, forgetUploadTask } from "./jobs";
import { startImport } from "./start";
import { addImport, findImport, type ImportKind, importPage, noImport, toldPage } from "./store";
import { undoImport } from "./undo";

/** The calls about files of leads and contacts. */
export function importHandlers(
  database: Database,
  deps: CrmDeps,
  files: FileReaderDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof importCalls> {
  const { db } = database;

  /** The import, to those who may see its kind. @throws HttpError 403, 404 */
  async function load(caller: CallContext, id: number): Promise<RecordImport> {
    const found = (await readAccount(db, caller.account, (trx) => findImport(trx, caller.account, id))) ?? noImport();
    mustMay(caller, found.kind);
    return found;
  }

  return {
    async uploadRecords({ query: { kind }, stream }, caller) {
      mustMay(caller, kind);
      return { status: 201, body: await receive(database, files, caller, kind, stream) };
    },
    async recordImports({ query }, caller) {
      const kinds = (["lead", "contact"] as const).filter(
        (kind) => caller.who?.kind !== "person" || missing(caller.who, recordNeeds[kind]) === undefined,
      );
      const { account } = caller;
      return { status: 200, body: await readAccount(db, account, (trx) => importPage(trx, account, kinds, query)) };
    },
    async recordImport({ params }, caller) {
      return { status: 200, body: await load(caller, params.id) };
    },
    async startRecordImport({ params: { id }, body }, caller) {
      const { kind } = await load(caller, id);
      const { account, who } = caller;
      const chosen = body.sales_manager_id;
      const manager = chosen === null ? { id: null, name: "" } : await findManagerFor(deps, account, chosen, kind);
      const user = recordActor({ who }).id;
      await inAccount(db, account, (trx) => startImport(trx, account, id, { form: body, manager, user }));
      return { status: 201, body: await load(caller, id) };
    },
    async undoRecordImport({ params: { id } }, caller) {
      await load(caller, id);
      const undo = () => inAccount(db, caller.account, (trx) => undoImport(trx, caller, id, currentTime(deps)));
      await onTakenValue(undo);
      return { status: 201, body: await load(caller, id) };
    },
    async importedRows({ params: { id }, query }, caller) {
      await load(caller, id);
      const { account } = caller;
      return { status: 200, body: await readAccount(db, account, (trx) => toldPage(trx, account, id, query)) };
    },
  };
}

/** Looks at a file that was sent and stores it as an import. @throws HttpError 422 on `file` */
async function receive(
  { db }: Database,
  { dataDir, workerUrl }: FileReaderDeps,
  caller: CallContext,
  kind: ImportKind,
  stream: RawBody,
): Promise<RecordImport> {
  const { account } = caller;
  const file = await storeUpload(dataDir, account, stream);
  try {
    const look = await lookInWorker(`${dataDir}/${file.path}`, {
      ...{ limits: { bytes: maxBytes }, reading: { byName: true } },
      ...(workerUrl ? { workerUrl } : {}),
    });
    return await inAccount(db, account, async (trx) => {
      const added = await addImport(trx, account, { kind, file, look, by: recordActor(caller).name });
      const at = new Date(Date.now() + forgetAfter * 3_600_000);
      await sendLater(trx, forgetUploadTask, { account, import_id: added.id }, { at });
      return added;
    });
  } catch (error) {
    await removeUpload(dataDir, file.path);
    throw error instanceof FileProblem ? badFile(error.message) : error;
  }
}
