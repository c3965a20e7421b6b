import type { FileReaderDeps } from "../../kit/contact-file/load";
import { FileProblem } from "../../kit/contact-file/problem";
import { lookInWorker } from "../../kit/contact-file/run";
import { badFile, maxBytes, removeUpload, storeUpload } from "../../kit/contact-file/upload";
import type { RawBody } from "../../kit/contract";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import type { Import } from "../contract.imports";
import { addImport, loadImport } from "./imports";
import { forgetAfter } from "./jobs";

/** Looks at a file that was sent and stores it as an import; then does with it what is to be done, in the same transaction. */
export async function receiveFile(
  database: Database,
  deps: FileReaderDeps,
  { account, stream, by }: { account: string; stream: RawBody; by: string },
  then: (trx: Trx, id: number) => Promise<void> = async () => undefined,
): Promise<Import> {
  const file = await storeUpload(deps.dataDir, account, stream);
  try {
    const look = await lookInWorker(`${deps.dataDir}/${file.path}`, {
      limits: { bytes: maxBytes },
      ...(deps.workerUrl ? { workerUrl: deps.workerUrl } : {}),
    });
    return await inAccount(database.db, account, async (trx) => {
      const added = await addImport(trx, account, file, look, by);
      const at = new Date(Date.now() + forgetAfter * 3_600_000);
      await sendLater(trx, "messaging.forget-upload", { account, import_id: added.id }, { at });
      await then(trx, added.id);
      return (await loadImport(trx, account, added.id)) ?? added;
    });
  } catch (error) {
    await removeUpload(deps.dataDir, file.path);
    throw error instanceof FileProblem ? badFile(error.message) : error;
  }
}
