import { sql } from "kysely";
import { z } from "zod";
import type { FileReaderDeps } from "../../kit/contact-file/load";
import { removeUpload } from "../../kit/contact-file/upload";
import { type Database, inAccount } from "../../kit/database";
import type { Tasks } from "../../kit/jobs";
import { checkedRow } from "../../kit/row-schema";
import { expressTasks } from "./express-rows";
import { runImport } from "./import-run";
import { dropStrays } from "./members";
import { lockContacts } from "./store";

/** Hours after which an upload that was not imported is forgotten with its file. */
export const forgetAfter = 48;

const FilePathRow = z.object({ file_path: z.string() });

/** The jobs of the contacts half; each may run twice. */
export function contactTasks(database: Database, deps: FileReaderDeps): Tasks {
  return {
    ...expressTasks((account, work) => inAccount(database.db, account, work)),
    "messaging.import": ({ account, import_id }) => runImport(database, deps, String(account), Number(import_id)),

    async "messaging.forget-upload"({ account, import_id }) {
      const gone = await inAccount(database.db, String(account), (trx) =>
        checkedRow(
          trx,
          FilePathRow,
          sql`
          delete from messaging.imports
          where customer_account = ${String(account)} and id = ${Number(import_id)} and state in ('uploaded', 'failed')
          returning file_path`,
        ),
      );
      if (gone) await removeUpload(deps.dataDir, gone.file_path);
    },

    /** A contact was taken out of its last group while an import was running. */
    async "messaging.ungrouped-contact"({ account, contact_id }) {
      await inAccount(database.db, String(account), async (trx) => {
        await lockContacts(trx, String(account), "alone");
        await dropStrays(trx, String(account), sql`${Number(contact_id)}::bigint`);
      });
    },
  };
}
