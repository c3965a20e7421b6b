import { sql } from "kysely";
import { z } from "zod";
import type { FileReaderDeps } from "../../kit/contact-file/load";
import { removeUpload } from "../../kit/contact-file/upload";
import { type Database, inAccount } from "../../kit/database";
import type { Tasks } from "../../kit/jobs";
import { checkedRow } from "../../kit/row-schema";
import { runImport } from "./run";
import { importTask } from "./start";

/** The jobs that forget an upload nobody imported, and the rows of a finished import that were told of. */
export const forgetUploadTask = "crm.forget-upload";

/** Hours after which an upload that was not imported is forgotten with its file. */
export const forgetAfter = 48;

const FilePathRow = z.object({ file_path: z.string() });

/** The jobs of imports; each may run twice. */
export function importTasks(database: Database, deps: FileReaderDeps): Tasks {
  return {
    [importTask]: ({ account, import_id }) => runImport(database, deps, String(account), Number(import_id)),
    async [forgetUploadTask]({ account, import_id }) {
      const gone = await inAccount(database.db, String(account), (trx) =>
        checkedRow(
          trx,
          FilePathRow,
          sql`delete from crm.imports
            where customer_account = ${String(account)} and id = ${Number(import_id)} and state in ('uploaded', 'failed')
            returning file_path`,
        ),
      );
      if (gone) await removeUpload(deps.dataDir, gone.file_path);
    },
  };
}
